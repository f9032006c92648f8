import { Hourglass } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { AuditEntry } from '#contract/schemas/audit.ts';
import { paths } from '../../../client/paths.ts';
import type { AuditFilter } from '../../../domains/audit/audit-filter.ts';
import { HistoryLink } from '../../../domains/audit/history-link.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Changes } from './changes.tsx';
import { KindIcon } from './kind-icon.tsx';
import { UndoButton } from './undo-button.tsx';

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
    ...consequences,
    ...broughtAbout.map(({ text }) => `Also: ${text}.`),
    ...(because ? [`Because: ${because.text}.`] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <ul className="mt-2 space-y-0.5 text-sm text-muted">
      {lines.map((line) => (
        <li key={line} className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  );
};

/** Links to the course as it was after this entry. */
const AsOfLink = ({ entry: { record, position, who, did } }: { entry: AuditEntry }) =>
  record.startsWith('course-') && (
    <ButtonLink to={paths.courseAsOf(record.slice('course-'.length), position)} look="second" size="small">
      <Hourglass className="size-4" />
      View the course at this point
      <span className="sr-only">
        : {who} {did}
      </span>
    </ButtonLink>
  );

/** One entry of the history. */
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
        <UndoButton entry={entry} />
        <AsOfLink entry={entry} />
        {filter.record !== entry.record && (
          <HistoryLink
            record={entry.record}
            of={`the record: ${entry.who} ${entry.did}`}
            look="quiet"
            className="first:-ml-3"
          />
        )}
        <span className="min-w-0 text-xs wrap-anywhere">
          {entry.actor && `${entry.actor.userType} · `}version {entry.version} · request{' '}
          <code className="select-all">{entry.requestId}</code>
        </span>
      </div>
    </div>
  </article>
);
