import { z } from 'zod';
import { courseIdInBody } from './course-id.ts';
import { pageLimit, positionInList } from './paging.ts';
import { requiredText, tolerantNumber } from './text.ts';
import { userType } from './users.ts';

export const announcementTypes = ['Course Related', 'Quiz Announcement', 'Exam Announcement'] as const;
export const announcementType = z.enum(announcementTypes, {
  error: `The type must be one of ${announcementTypes.join(', ')}.`,
});
export type AnnouncementType = z.infer<typeof announcementType>;

const dateSentence = 'The date must be a day of the calendar, written as YYYY-MM-DD.';

/**
 * Body of POST /announcement. `date` is today by the poster's clock, the server's day without one; `userType` must be the
 * poster's own where it is given. With `courseId` (an extension) it is for those enrolled in that course.
 */
export const newAnnouncement = z.object({
  type: announcementType.default('Course Related'),
  date: z.iso.date({ error: dateSentence }).optional(),
  text: requiredText('Announcement', 5_000),
  userType: userType.optional(),
  courseId: courseIdInBody.nullish(),
});
export type NewAnnouncement = z.infer<typeof newAnnouncement>;

/** An announcement as GET /announcement and the live messages show it. */
export const announcement = z.object({
  _id: z.uuid(),
  type: announcementType,
  date: z.iso.date(),
  text: z.string(),
  /** The role in which it was posted. */
  userType: z.enum(['Admin', 'Instructor']),
  /** The poster's name as it is now; null once they were removed. */
  userName: z.string().nullable(),
  /** Whether the reader posted it. */
  own: z.boolean(),
  /** The course that it is for; null: for everybody who is signed in. */
  courseId: z.uuid().nullable(),
  courseName: z.string().nullable(),
  courseCode: z.string().nullable(),
  postedAt: z.iso.datetime(),
  /** Where it was posted: unread where this, or where the reader joined its course, is newer than what they have seen. */
  position: z.number().int(),
});
export const announcementList = z.array(announcement);
export type Announcement = z.infer<typeof announcement>;

/** How many announcements an answer holds at most, and where no limit is given. */
export const announcementsAtOnce = 500;

/** Query of GET /announcement: newest first; the header `Next-Cursor` says where an older page begins. */
export const announcementQuery = z.object({
  limit: pageLimit(announcementsAtOnce).default(announcementsAtOnce),
  cursor: positionInList.optional(),
});

/** Body of PUT /announcement/seen: everything up to this position has been seen by the person. */
export const announcementsSeen = z.object({
  position: tolerantNumber('Position', { min: 0, max: Number.MAX_SAFE_INTEGER }).refine(Number.isInteger, {
    error: 'Position must be a whole number.',
  }),
});
/**
 * Answer of GET /announcement/seen. `joined`: the courses that the person is enrolled in, and where they first came: what was
 * announced in them before counts as if it had been posted there.
 */
export const seenAnswer = z.object({
  position: z.number().int().nonnegative(),
  joined: z.array(z.object({ courseId: z.uuid(), position: z.number().int() })),
});
export type AnnouncementsSeen = z.infer<typeof seenAnswer>;

/** How many of one's own newest announcements GET /announcement/reach speaks of. */
export const reachedAtOnce = 50;

/** How far one's own announcements came: so many of those whom they are for have seen them. The poster is not counted. */
export const announcementReach = z.object({
  _id: z.uuid(),
  seen: z.number().int().nonnegative(),
  audience: z.number().int().nonnegative(),
});
export const announcementReachList = z.array(announcementReach);
export type AnnouncementReach = z.infer<typeof announcementReach>;
