import { useId } from 'react';
import type { Announcement, AnnouncementReach } from '#contract/announcements.ts';
import { isUnread, type Seen } from '../../domains/announcements/merge.ts';
import { SectionHeading } from '../../ui/page-heading.tsx';
import { columnsOf, type PosterRole } from './columns.ts';
import { Entry } from './entry.tsx';

/** What one role announced, in three columns by type. */
export const Board = ({
  role,
  list,
  seen,
  reach,
}: {
  role: PosterRole;
  list: readonly Announcement[];
  /** What had been seen before; null: nothing is marked. */
  seen: Seen | null;
  reach: ReadonlyMap<string, AnnouncementReach> | undefined;
}) => {
  const id = useId();
  const columns = columnsOf(list, role);
  return (
    <section aria-labelledby={id}>
      <SectionHeading id={id} title={`${role} Announcements`} />
      <div className="mt-6 grid gap-6 lg:grid-cols-3">
        {columns.map(({ type, posted }, column) => (
          // Of two boards: what a column is called alone is not who filled it.
          <section
            key={type}
            aria-labelledby={`${id}-${column} ${id}`}
            className="rounded-card bg-sunken p-4"
          >
            <h3
              id={`${id}-${column}`}
              className="mb-4 flex items-baseline justify-between gap-3 font-semibold"
            >
              {type}
              <span className="text-sm font-normal text-muted tabular-nums">
                {posted.length}
                <span className="sr-only"> announcements</span>
              </span>
            </h3>
            {posted.length === 0 ? (
              <p className="text-muted">No {type} announcements.</p>
            ) : (
              <ul className="space-y-4">
                {posted.map((announcement) => (
                  <li key={announcement._id}>
                    <Entry
                      announcement={announcement}
                      unread={seen !== null && isUnread(announcement, seen)}
                      reach={reach?.get(announcement._id)}
                    />
                  </li>
                ))}
              </ul>
            )}
          </section>
        ))}
      </div>
    </section>
  );
};
