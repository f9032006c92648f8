import {
  Bookmark,
  BookOpen,
  CircleDot,
  Eye,
  FileDown,
  GraduationCap,
  ListChecks,
  type LucideIcon,
  Megaphone,
  NotebookPen,
  Star,
  UserRound,
} from 'lucide-react';
import { useState } from 'react';
import type { Dashboard } from '#contract/schemas/dashboard.ts';
import { formatActor, formatEventType, formatWhen } from './dashboard-format.ts';
import { Panel } from './panel.tsx';

const icons: Record<string, LucideIcon> = {
  admins: UserRound,
  announcement: Megaphone,
  bookmark: Bookmark,
  course: BookOpen,
  enrolment: GraduationCap,
  log: FileDown,
  note: NotebookPen,
  quiz: ListChecks,
  reading: Eye,
  review: Star,
  user: UserRound,
};

type NewestEvent = Dashboard['newest'][number];

const EventRow = ({ event, now, isNew }: { event: NewestEvent; now: string; isNew: boolean }) => {
  const Icon = icons[event.kind] ?? CircleDot;
  return (
    <li className="relative flex items-center gap-3 border-b border-hairline py-2.5 last:border-b-0 sm:py-1">
      {isNew && (
        <span
          aria-hidden="true"
          className="tint-changed pointer-events-none absolute inset-y-0 -inset-x-2 rounded-control"
        />
      )}
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-brand-soft text-brand">
        <Icon className="size-4" />
      </span>
      <span className="min-w-0 grow sm:flex sm:items-baseline sm:gap-3">
        <span className="block font-medium sm:w-44 sm:shrink-0">{formatEventType(event.type)}</span>
        <span className="block min-w-0 truncate text-sm text-muted">{formatActor(event.actor)}</span>
      </span>
      <span className="shrink-0 text-right text-sm text-muted tabular-nums sm:flex sm:flex-row-reverse sm:items-baseline sm:gap-3">
        <time dateTime={event.at} className="block sm:min-w-18">
          {formatWhen(event.at, now)}
        </time>
        <span className="block text-xs">
          <span className="sr-only">Position </span>
          <span aria-hidden="true">#</span>
          {event.position}
        </span>
      </span>
    </li>
  );
};

/** The newest events with their actors, without their contents. New ones are highlighted for a moment. */
export const NewestEvents = ({ dashboard }: { dashboard: Dashboard }) => {
  const { newest, at, head } = dashboard;
  const [positionAtOpening] = useState(head);
  return (
    <Panel title="Newest events" aside="The last 20" className="min-w-0 lg:col-span-2">
      {newest.length === 0 ? (
        <p className="text-muted">Nothing has happened yet.</p>
      ) : (
        <ol className="-my-2.5 sm:-my-1">
          {newest.map((event) => (
            <EventRow
              key={event.position}
              event={event}
              now={at}
              isNew={event.position > positionAtOpening}
            />
          ))}
        </ol>
      )}
    </Panel>
  );
};
