import { useId } from 'react';
import {
  type Announcement,
  type AnnouncementReach,
  type AnnouncementType,
  announcementTypes,
} from '#contract/schemas/announcements.ts';
import { isUnread, type Seen } from '../../domains/announcements/announcement-seen.ts';
import { SectionHeading } from '../../ui/page-heading.tsx';
import { AnnouncementCard } from './announcement-card.tsx';

export const posterRoles = ['Admin', 'Instructor'] as const;
type PosterRole = (typeof posterRoles)[number];

const boardColumns = (
  list: readonly Announcement[],
  role: PosterRole,
): { type: AnnouncementType; announcements: readonly Announcement[] }[] =>
  announcementTypes.map((type) => ({
    type,
    announcements: list.filter(
      (announcement) => announcement.userType === role && announcement.type === type,
    ),
  }));

export const AnnouncementBoard = ({
  role,
  list,
  seen,
  reach,
}: {
  role: PosterRole;
  list: readonly Announcement[];
  /** The position up to which the user had seen announcements before. With null, nothing is marked as new. */
  seen: Seen | null;
  reach: ReadonlyMap<string, AnnouncementReach> | undefined;
}) => {
  const id = useId();
  const columns = boardColumns(list, role);
  return (
    <section aria-labelledby={id}>
      <SectionHeading id={id} title={`${role} Announcements`} />
      <div className="mt-6 grid gap-6 lg:grid-cols-3">
        {columns.map(({ type, announcements }, column) => (
          // Both boards have the same columns, so the label contains the heading of the board.
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
                {announcements.length}
                <span className="sr-only"> announcements</span>
              </span>
            </h3>
            {announcements.length === 0 ? (
              <p className="text-muted">No {type} announcements.</p>
            ) : (
              <ul className="space-y-4">
                {announcements.map((announcement) => (
                  <li key={announcement._id}>
                    <AnnouncementCard
                      announcement={announcement}
                      isUnread={seen !== null && isUnread(announcement, seen)}
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
