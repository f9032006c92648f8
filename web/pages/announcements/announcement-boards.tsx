import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { isPermitted } from '#contract/policies.ts';
import {
  type Announcement,
  type AnnouncementReach,
  type AnnouncementType,
  announcementTypes,
} from '#contract/schemas/announcements.ts';
import { userTypeAtom } from '../../client/session/session.ts';
import { useAnnouncementReach } from '../../domains/announcements/announcement-queries.ts';
import { isUnread, markSeenUpTo, type Seen } from '../../domains/announcements/announcement-seen.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NewItemsPill } from '../../ui/new-items-pill.tsx';
import { SectionHeading } from '../../ui/page-heading.tsx';
import { focusPageHeading } from '../../ui/page-heading-focus.ts';
import { useIsPageVisible } from '../../ui/use-is-page-visible.ts';
import { AnnouncementCard } from './announcement-card.tsx';
import { useHeldBack } from './use-held-back.ts';

const posterRoles = ['Admin', 'Instructor'] as const;
type PosterRole = (typeof posterRoles)[number];

const groupIntoColumns = (
  list: readonly Announcement[],
  role: PosterRole,
): { type: AnnouncementType; announcements: readonly Announcement[] }[] =>
  announcementTypes.map((type) => ({
    type,
    announcements: list.filter(
      (announcement) => announcement.userType === role && announcement.type === type,
    ),
  }));

const AnnouncementBoard = ({
  role,
  list,
  seen,
  reach,
}: {
  role: PosterRole;
  list: readonly Announcement[];
  /** What the user had seen before opening the page; null if that is unknown. Then nothing is marked as new. */
  seen: Seen | null;
  reach: ReadonlyMap<string, AnnouncementReach> | undefined;
}) => {
  const id = useId();
  const columns = groupIntoColumns(list, role);
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
              tabIndex={-1}
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

const noCourses: Seen['joinedAt'] = {};

/**
 * The loaded announcements. Unread ones are marked as seen on the server as soon as a visible tab shows them, but stay marked as new
 * until the user leaves the page.
 * @param announcements newest first.
 * @param seen what the user has seen by now; null if that is unknown. Then no announcement is marked as new.
 * @param olderButton shown below the announcements.
 */
export const AnnouncementBoards = ({
  announcements,
  seen,
  olderButton,
}: {
  announcements: readonly Announcement[];
  seen: Seen | null;
  olderButton: ReactNode;
}) => {
  const joinedAt = seen?.joinedAt ?? noCourses;
  const { shown, newCount, shownUpTo, show } = useHeldBack(announcements, joinedAt);
  const [seenAtOpening] = useState(seen);
  const seenBefore = seenAtOpening && { ...seenAtOpening, joinedAt };
  // The server refuses the reach to a former Instructor or Admin, who still has own announcements.
  const canPost = isPermitted(useAtomValue(userTypeAtom), 'announcement.post');
  const reach = useAnnouncementReach(canPost && shown.some(({ own }) => own));
  const reportedUpTo = useRef(seen?.upTo ?? 0);
  // The page may have been opened in a tab that nobody is looking at yet.
  const isPageVisible = useIsPageVisible();
  useEffect(() => {
    if (!isPageVisible || shownUpTo <= reportedUpTo.current) return;
    reportedUpTo.current = shownUpTo;
    markSeenUpTo(shownUpTo);
  }, [isPageVisible, shownUpTo]);
  return (
    <>
      <NewItemsPill
        count={newCount}
        noun="announcement"
        onShow={() => {
          focusPageHeading();
          show();
        }}
      />
      <div>
        {shown.length === 0 ? (
          <EmptyState sentence="No announcements found." />
        ) : (
          <div className="space-y-14">
            {posterRoles.map((role) => (
              <AnnouncementBoard key={role} role={role} list={shown} seen={seenBefore} reach={reach} />
            ))}
          </div>
        )}
        {olderButton}
      </div>
    </>
  );
};
