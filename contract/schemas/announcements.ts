import { z } from 'zod/mini';
import { courseIdField } from '../fields/course-id.ts';
import { pageLimit, positionCursor } from '../fields/paging.ts';
import { requiredText, shownLine, tolerantWholeNumber } from '../fields/text.ts';
import { userType } from './users.ts';

export const announcementTypes = ['Course Related', 'Quiz Announcement', 'Exam Announcement'] as const;
export const announcementType = z.enum(announcementTypes, {
  error: `The type must be one of ${announcementTypes.join(', ')}.`,
});
export type AnnouncementType = z.infer<typeof announcementType>;

const dateSentence = 'The date must be a day of the calendar, written as YYYY-MM-DD.';

/** The maximum length of an announcement, and of a message to students, in UTF-16 code units. */
export const maxAnnouncementCharacters = 5_000;

/**
 * Body of POST /announcement. `date` defaults to the current day in UTC, and must be at most one day before or after it. `userType`, if
 * given, must be the poster's own role.
 * With `courseId` (our extension of the specified API), the announcement is for the students of that course.
 */
export const newAnnouncement = z.object({
  type: z._default(announcementType, 'Course Related'),
  date: z.optional(z.iso.date({ error: dateSentence })),
  text: requiredText('Announcement', maxAnnouncementCharacters),
  userType: z.optional(userType),
  courseId: z.nullish(courseIdField),
});
export type NewAnnouncement = z.infer<typeof newAnnouncement>;

/** The maximum number of students whom one message reaches. */
export const maxRecipients = 500;
const recipientsSentence = `Choose 1 to ${maxRecipients} students. For more, narrow the filter or post an announcement for the course.`;

/** Body of POST /courses/{id}/messages. `studentIds`: user ids of students of the course, as the roster shows them. */
export const newStudentMessage = z.object({
  text: requiredText('Message', maxAnnouncementCharacters),
  studentIds: z
    .array(z.uuid({ error: 'The id of a student must be a UUID.' }).check(z.toLowerCase()), {
      error: recipientsSentence,
    })
    .check(
      z.minLength(1, { error: recipientsSentence }),
      z.maxLength(maxRecipients, { error: recipientsSentence }),
    ),
  date: z.optional(z.iso.date({ error: dateSentence })),
});
export type NewStudentMessage = z.infer<typeof newStudentMessage>;

/** An announcement as GET /announcement and the live messages show it. */
export const announcement = z.object({
  _id: z.uuid(),
  type: announcementType,
  date: z.iso.date(),
  text: z.string(),
  /** The role that the poster had when they posted it. */
  userType: z.enum(['Admin', 'Instructor']),
  /** The poster's current name; null after they were removed. */
  userName: z.nullable(shownLine()),
  /** Whether the reader is the poster. */
  own: z.boolean(),
  /** The course to whose students the announcement is addressed; null if it is for all users. */
  courseId: z.nullable(z.uuid()),
  courseName: z.nullable(shownLine()),
  courseCode: z.nullable(z.string()),
  /**
   * Present if it is a message to selected students of the course. `recipients`: how many students it was sent to; null
   * unless the reader is the sender or an Admin.
   */
  selection: z.optional(z.object({ recipients: z.nullable(z.int().check(z.positive())) })),
  postedAt: z.iso.datetime(),
  /**
   * The log position at which it was posted. An announcement is unread if it was posted after the reader registered, and after the
   * position up to which they have seen announcements. For the second comparison, an announcement of a course that the reader joined
   * later counts as posted when they joined. The reader's own announcements are never unread, nor, for an Admin, are
   * messages to students.
   */
  position: z.int(),
});
export const announcementList = z.array(announcement);
export type Announcement = z.infer<typeof announcement>;

/** The maximum number of announcements in one answer; also the default. */
const announcementPageLimit = 500;

/** Query of GET /announcement: newest first; the header `Next-Cursor` leads to the next, older page. */
export const announcementQuery = z.object({
  limit: z._default(pageLimit(announcementPageLimit), announcementPageLimit),
  cursor: z.optional(positionCursor),
});

/** Body of PUT /announcement/seen and of PUT /notifications/seen: the user has seen everything in the list up to this position. */
export const announcementsSeen = z.object({
  position: tolerantWholeNumber('Position', { min: 0, max: Number.MAX_SAFE_INTEGER }),
});
/**
 * Answer to GET /announcement/seen. `registered`: the position of the user's registration. Older announcements are never unread.
 * `joined`: the user's courses, each with the position of the user's first enrolment in it. An older announcement of the course
 * counts as posted at this position.
 */
export const seenAnswer = z.object({
  position: z.int().check(z.nonnegative()),
  registered: z.int().check(z.nonnegative()),
  joined: z.array(z.object({ courseId: z.uuid(), position: z.int() })),
});

/** How many of the caller's newest announcements GET /announcement/reach covers. */
export const announcementReachLimit = 50;

/**
 * To how many users an announcement is currently addressed (`audience`), and how many of them have seen it. The poster is not
 * counted.
 */
const announcementReach = z.object({
  _id: z.uuid(),
  seen: z.int().check(z.nonnegative()),
  audience: z.int().check(z.nonnegative()),
});
export const announcementReachList = z.array(announcementReach);
export type AnnouncementReach = z.infer<typeof announcementReach>;
