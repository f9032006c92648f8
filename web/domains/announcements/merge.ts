import type { Announcement } from '#contract/announcements.ts';
import type { LiveMessage } from '#contract/live.ts';

/** What was announced, newest first, and where the older ones begin (null: these are all). */
export type Announcements = { list: readonly Announcement[]; next: string | null };

/** The announcement in its place, by where it was posted; in place of what was known of it. */
export const withAnnouncement = (
  list: readonly Announcement[],
  announcement: Announcement,
): readonly Announcement[] =>
  [announcement, ...list.filter(({ _id }) => _id !== announcement._id)].sort(
    (one, other) => other.position - one.position,
  );

/** A page of older ones behind those that are known. */
export const withOlder = (known: Announcements, older: Announcements): Announcements => ({
  list: older.list.reduce(withAnnouncement, known.list),
  next: older.next,
});

/** What was announced, after one live message. */
export const mergeIntoAnnouncements = (known: Announcements, message: LiveMessage): Announcements => {
  switch (message.kind) {
    case 'announcement-added':
      return { ...known, list: withAnnouncement(known.list, message.data) };
    case 'announcement-removed':
      return { ...known, list: known.list.filter(({ _id }) => _id !== message.data._id) };
    case 'course-changed':
      return {
        ...known,
        list: known.list.map((one) =>
          one.courseId === message.data._id
            ? { ...one, courseName: message.data.course_name, courseCode: message.data.course_code }
            : one,
        ),
      };
    default:
      return known;
  }
};

/** What a person has seen: all up to a position, and where they came to each of their courses, by its id. */
export type Seen = { upTo: number; joined: Readonly<Record<string, number>> };

/** From where on the person can have seen it: where it was posted, or where they came to its course later. */
export const reachedAt = (
  { position, courseId }: Pick<Announcement, 'position' | 'courseId'>,
  joined: Seen['joined'],
): number => Math.max(position, courseId === null ? 0 : (joined[courseId] ?? 0));

/** Whether the person has not seen it yet; one's own never counts. */
export const isUnread = (announcement: Announcement, { upTo, joined }: Seen): boolean =>
  !announcement.own && reachedAt(announcement, joined) > upTo;
