import { useMutation } from '@tanstack/react-query';
import {
  BookOpen,
  Eye,
  FileDown,
  GraduationCap,
  Hourglass,
  ListChecks,
  type LucideIcon,
  Megaphone,
  Star,
  StickyNote,
  Undo2,
  UserRound,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import type { AuditEntry } from '#contract/schemas/audit.ts';
import { updateAnswer } from '#contract/schemas/command-results.ts';
import { sendCommand } from '../../../client/api/send-command.ts';
import { HiddenInAsOfView } from '../../../client/as-of.tsx';
import { paths } from '../../../client/paths.ts';
import type { AuditFilter } from '../../../domains/audit/audit-filter.ts';
import { refetchAudit } from '../../../domains/audit/audit-queries.ts';
import { HistoryLink } from '../../../domains/audit/history-link.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { toast } from '../../../ui/toast.ts';
import { useFocusAfterRemoval } from '../../../ui/use-focus-after-removal.ts';
import { Changes } from './changes.tsx';

const icons: Record<string, LucideIcon> = {
  admins: UserRound,
  announcement: Megaphone,
  course: BookOpen,
  log: FileDown,
  note: StickyNote,
  quiz: ListChecks,
  reading: Eye,
  review: Star,
  user: UserRound,
};

const getToneClasses = (type: string): string => {
  if (/(Removed|Withdrawn|Left|Declined|Dismissed)$/.test(type)) return 'bg-bad-ground text-bad';
  if (/(Added|Restored|Registered|Posted|Appointed)$/.test(type)) return 'bg-good-ground text-good';
  return 'bg-info-ground text-info';
};

/** An icon for the kind of record, coloured by whether something was added or removed. Decorative. */
const KindIcon = ({ type, record }: { type: string; record: string }) => {
  const Icon = icons[record.split('-')[0] ?? ''] ?? GraduationCap;
  return (
    <span
      aria-hidden="true"
      className={classNames('grid size-9 shrink-0 place-items-center rounded-full', getToneClasses(type))}
    >
      <Icon className="size-4.5" />
    </span>
  );
};

/** Returns the path of an endpoint of a record. @param record its stream name, for example `course-<id>`. @param suffix the end of the path. */
const getRecordPath = (record: string, suffix: string): string => {
  const dash = record.indexOf('-');
  const kind = record.slice(0, dash);
  const id = record.slice(dash + 1);
  const collection = kind === 'announcement' ? 'announcement' : `${kind}s`;
  return `/${collection}/${encodeURIComponent(id)}${suffix}`;
};

type UndoableEntry = AuditEntry & { undo: NonNullable<AuditEntry['undo']> };
const isUndoable = (entry: AuditEntry): entry is UndoableEntry => entry.undo !== null;

/** Restores the record that an entry removed, or reverts a course to the version of the entry. @throws ApiError */
const undoAuditEntry = ({ record, version, undo }: UndoableEntry) =>
  undo.kind === 'take-back'
    ? sendCommand('POST', getRecordPath(record, '/reversion'), updateAnswer, {
        body: { version, expectedVersion: undo.expectedVersion },
      })
    : sendCommand('POST', getRecordPath(record, '/restoration'), updateAnswer);

/** Restores what the entry removed, or reverts the course to the version of the entry. Disappears when that has succeeded. */
const UndoButton = ({ entry }: { entry: UndoableEntry }) => {
  const button = useFocusAfterRemoval<HTMLButtonElement>();
  const undo = useMutation({
    mutationFn: () => undoAuditEntry(entry),
    onError: (error) => toast.error(error.message),
    onSuccess: ({ matchedCount, modifiedCount }) => {
      if (matchedCount === 0) toast.neutral('This can no longer be undone.');
      else if (modifiedCount === 0) toast.neutral('This has already been undone.');
      else toast.success(entry.undo.kind === 'restore' ? 'Restored.' : 'Version restored.');
    },
    // The set of entries that can be undone may have changed, whether or not this request succeeded.
    onSettled: () => refetchAudit(),
  });
  return (
    <HiddenInAsOfView>
      <Button
        ref={button}
        variant="secondary"
        size="small"
        isWorking={undo.isPending}
        onClick={() => undo.mutate()}
      >
        {!undo.isPending && <Undo2 className="size-4" />}
        {entry.undo.kind === 'restore' ? 'Restore' : 'Restore this version'}
        <span className="sr-only">
          : {entry.who} {entry.did}
        </span>
      </Button>
    </HiddenInAsOfView>
  );
};

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const exactFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });

const Actor = ({ entry: { actor, who } }: { entry: AuditEntry }) =>
  actor === null ? (
    <strong className="font-semibold">{who}</strong>
  ) : (
    <Link
      to={paths.audit({ person: actor._id })}
      className="font-semibold underline decoration-hairline decoration-2 underline-offset-4 hover:decoration-brand"
    >
      {who}
    </Link>
  );

const RelatedEvents = ({ entry: { broughtAbout, because, consequences } }: { entry: AuditEntry }) => {
  const lines = [
    ...consequences.map((text) => ({ key: text, text })),
    // Two events can have the same text, so their positions are the keys.
    ...broughtAbout.map(({ position, text }) => ({ key: position, text: `Also: ${text}.` })),
    ...(because ? [{ key: because.position, text: `Because: ${because.text}.` }] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <ul className="mt-2 space-y-0.5 text-sm text-muted">
      {lines.map(({ key, text }) => (
        <li key={key} className="wrap-anywhere">
          {text}
        </li>
      ))}
    </ul>
  );
};

/** Links to the course as it was after this entry. */
const AsOfLink = ({ entry: { record, position, who, did } }: { entry: AuditEntry }) =>
  record.startsWith('course-') && (
    <ButtonLink
      to={paths.courseAsOf(record.slice('course-'.length), position)}
      variant="secondary"
      size="small"
    >
      <Hourglass className="size-4" />
      View the course at this point
      <span className="sr-only">
        : {who} {did}
      </span>
    </ButtonLink>
  );

/** Data that helps to find the change elsewhere, for example in the logs of the servers. */
const EntryDetails = ({ entry }: { entry: AuditEntry }) => (
  <details className="min-w-0 text-xs">
    <summary className="flex min-h-9 w-fit cursor-pointer items-center rounded-control underline decoration-hairline decoration-2 underline-offset-4 hover:text-ink">
      Details
      <span className="sr-only">
        : {entry.who} {entry.did}
      </span>
    </summary>
    <span className="wrap-anywhere">
      {entry.actor && `${entry.actor.userType} · `}version {entry.version} · request{' '}
      <code className="select-all">{entry.requestId}</code>
    </span>
  </details>
);

export const EntryItem = ({ entry, filter }: { entry: AuditEntry; filter: AuditFilter }) => (
  <article className="flex gap-3 rounded-card border border-hairline bg-surface p-4 shadow-card sm:gap-4">
    <KindIcon type={entry.type} record={entry.record} />
    <div className="min-w-0 flex-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 wrap-anywhere">
          <Actor entry={entry} /> {entry.did}
        </p>
        <time
          dateTime={entry.at}
          title={exactFormat.format(new Date(entry.at))}
          className="shrink-0 text-sm text-muted tabular-nums"
        >
          {timeFormat.format(new Date(entry.at))}
        </time>
      </div>
      <RelatedEvents entry={entry} />
      <Changes changes={entry.changes} />
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
        {isUndoable(entry) && <UndoButton entry={entry} />}
        <AsOfLink entry={entry} />
        {filter.record !== entry.record && (
          <HistoryLink
            record={entry.record}
            of={`the record: ${entry.who} ${entry.did}`}
            variant="quiet"
            className="first:-ml-3"
          />
        )}
        <EntryDetails entry={entry} />
      </div>
    </div>
  </article>
);
