import type { LiveMessage } from '#contract/live-messages.ts';
import type { Announcement } from '#contract/schemas/announcements.ts';
import { changeItems } from '../../client/live/change-items.ts';
import type { LiveEvents } from '../../client/live/live-events.ts';
import { createSpreadRefetch } from '../../client/live/spread-refetch.ts';
import { queryClient } from '../../client/query-client.ts';
import { cacheSeenUpTo, refetchSeen } from './announcement-seen.ts';

export const announcementsKey = ['announcements'] as const;

/** The announcements, newest first, and the cursor of the next older page (null if there is none). */
export type AnnouncementPages = { list: readonly Announcement[]; next: string | null };

/** Changes the cached announcements, if there are any. */
export const updateCachedAnnouncements = (change: (cached: AnnouncementPages) => AnnouncementPages): void => {
  queryClient.setQueriesData<AnnouncementPages>(
    { queryKey: announcementsKey },
    (cached) => cached && change(cached),
  );
};

/** Inserts or replaces an announcement. The list is sorted by log position, newest first. */
export const insertAnnouncement = (
  list: readonly Announcement[],
  announcement: Announcement,
): readonly Announcement[] =>
  [announcement, ...list.filter(({ _id }) => _id !== announcement._id)].sort(
    (a, b) => b.position - a.position,
  );

export const appendOlder = (cached: AnnouncementPages, older: AnnouncementPages): AnnouncementPages => ({
  list: older.list.reduce(insertAnnouncement, cached.list),
  next: older.next,
});

/** Applies one live update to the cached announcements. */
export const mergeIntoAnnouncements = (cached: AnnouncementPages, update: LiveMessage): AnnouncementPages => {
  switch (update.kind) {
    case 'announcement-added':
      return { ...cached, list: insertAnnouncement(cached.list, update.data) };
    case 'announcement-removed':
      return { ...cached, list: cached.list.filter(({ _id }) => _id !== update.data._id) };
    case 'course-changed':
      return {
        ...cached,
        list: changeItems(cached.list, ({ courseId }) => courseId === update.data._id, {
          courseName: update.data.course_name,
          courseCode: update.data.course_code,
        }),
      };
    default:
      return cached;
  }
};

/** Admins receive `user-removed`, with the id. All others receive `person-removed`, which says only that somebody was removed. */
const isUserRemoval = ({ kind }: LiveMessage) => kind === 'person-removed' || kind === 'user-removed';

/** After a lost connection, clients spread their requests over this time, so that a restarted server does not receive them all at once. */
const reconnectSpreadMs = 10_000;

/** After the removal of a user, all clients that show the announcements spread their requests over this time. */
const removalSpreadMs = 1_000;
const scheduleShownRefetch = createSpreadRefetch(
  () => void queryClient.refetchQueries({ queryKey: announcementsKey, type: 'active' }),
);

export const registerAnnouncementLiveHandlers = (live: LiveEvents): void => {
  live.announcementsSeen.on(cacheSeenUpTo);
  live.reconnected.on(() => setTimeout(refetchSeen, Math.random() * reconnectSpreadMs));
  live.updates.on((update) => {
    updateCachedAnnouncements((cached) => mergeIntoAnnouncements(cached, update));
    // Joining or leaving a course changes which announcements the user can see. Only the server knows which.
    if (update.kind === 'enrolment-added' || update.kind === 'enrolment-removed') {
      // If the old list stayed in the cache, the page would open with it and show the new announcements only after a click.
      queryClient.removeQueries({ queryKey: announcementsKey, type: 'inactive' });
      void queryClient.invalidateQueries({ queryKey: announcementsKey });
      refetchSeen();
    }
    // The list may contain the name of the removed user. It is fetched again, at the latest when the announcements page is opened.
    if (isUserRemoval(update)) {
      void queryClient.invalidateQueries({ queryKey: announcementsKey, refetchType: 'none' });
      scheduleShownRefetch(removalSpreadMs);
    }
  });
};
