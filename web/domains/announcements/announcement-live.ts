import type { InfiniteData } from '@tanstack/react-query';
import type { LiveMessage } from '#contract/live-messages.ts';
import type { Announcement } from '#contract/schemas/announcements.ts';
import type { Course } from '#contract/schemas/courses.ts';
import { changeItems } from '../../client/live/change-items.ts';
import type { LiveEvents } from '../../client/live/live-events.ts';
import { type LivePage, mergeIntoPages } from '../../client/live/live-pages.ts';
import { createSpreadRefetch } from '../../client/live/spread-refetch.ts';
import { queryClient } from '../../client/query-client.ts';
import { cacheSeenUpTo, refetchSeen } from './announcement-seen.ts';

export const announcementsKey = ['announcements'] as const;

/**
 * A page of announcements, newest first, and the cursor of the next, older page (null for the last page). `end`: the position at which the
 * page ends, even if its last announcement is withdrawn later; 0 for the last page.
 */
export type AnnouncementPage = LivePage & {
  list: readonly Announcement[];
  end: number;
  next: string | null;
};
type AnnouncementPages = InfiniteData<AnnouncementPage, string | null>;

/** Inserts or replaces an announcement if it belongs to this page. @param newerEnd the end of the previous page, which is newer; infinite for the first page. */
const insert = (page: AnnouncementPage, announcement: Announcement, newerEnd: number): AnnouncementPage => {
  const { position } = announcement;
  if (position < page.end || position >= newerEnd) return page;
  const others = page.list.filter(({ _id }) => _id !== announcement._id);
  return { ...page, list: [announcement, ...others].sort((a, b) => b.position - a.position) };
};

const remove = (page: AnnouncementPage, id: string): AnnouncementPage =>
  page.list.some(({ _id }) => _id === id)
    ? { ...page, list: page.list.filter(({ _id }) => _id !== id) }
    : page;

const copyCourseFields = (page: AnnouncementPage, course: Course): AnnouncementPage => {
  const list = changeItems(page.list, ({ courseId }) => courseId === course._id, {
    courseName: course.course_name,
    courseCode: course.course_code,
  });
  return list === page.list ? page : { ...page, list };
};

const mergeIntoPage = (page: AnnouncementPage, update: LiveMessage, newerEnd: number): AnnouncementPage => {
  switch (update.kind) {
    case 'announcement-added':
      return insert(page, update.data, newerEnd);
    case 'announcement-removed':
      // Returns a copy even if nothing was removed, so that the page counts as read at this position. Otherwise the removal would be
      // applied again after an Undo.
      return { ...remove(page, update.data._id) };
    case 'course-changed':
      return copyCourseFields(page, update.data);
    default:
      return page;
  }
};

const getNewerEnd = ({ pages }: Pick<AnnouncementPages, 'pages'>, index: number): number =>
  pages[index - 1]?.end ?? Number.POSITIVE_INFINITY;

/** Applies one live update to the loaded pages of announcements. A restored announcement is inserted only if these pages reach back to it. */
export const mergeIntoAnnouncements = <D extends Pick<AnnouncementPages, 'pages'>>(
  cached: D,
  update: LiveMessage,
): D =>
  mergeIntoPages(cached, update, (page, index) => mergeIntoPage(page, update, getNewerEnd(cached, index)));

/** Changes the cached announcements, if there are any. */
const updateCachedAnnouncements = (change: (cached: AnnouncementPages) => AnnouncementPages): void => {
  queryClient.setQueriesData<AnnouncementPages>(
    { queryKey: announcementsKey },
    (cached) => cached && change(cached),
  );
};

/** Inserts an announcement into the cached pages, after the server has confirmed that it is restored. */
export const insertCachedAnnouncement = (announcement: Announcement): void =>
  updateCachedAnnouncements((cached) => ({
    ...cached,
    pages: cached.pages.map((page, index) => insert(page, announcement, getNewerEnd(cached, index))),
  }));

/** Removes an announcement from the cached pages, after the server has confirmed that it is withdrawn. */
export const removeCachedAnnouncement = (id: string): void =>
  updateCachedAnnouncements((cached) => ({
    ...cached,
    pages: cached.pages.map((page) => remove(page, id)),
  }));

/** Admins receive `user-removed`, with the id. Others receive `person-removed`, which says only that somebody was removed. */
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
    // Joining or leaving a course changes which announcements the user can see. Only the server knows which announcements these are.
    if (update.kind === 'enrolment-added' || update.kind === 'enrolment-removed') {
      // If the old list stayed in the cache, the page would open with it and show the new announcements only after a click.
      queryClient.removeQueries({ queryKey: announcementsKey, type: 'inactive' });
      void queryClient.invalidateQueries({ queryKey: announcementsKey });
      refetchSeen();
    }
    // The list may contain the name of the removed user. It is fetched again: soon if a page shows it, otherwise when the announcements page is opened.
    if (isUserRemoval(update)) {
      void queryClient.invalidateQueries({ queryKey: announcementsKey, refetchType: 'none' });
      scheduleShownRefetch(removalSpreadMs);
    }
  });
};
