import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { adminsStream } from '#events/catalogue/streams/admins.ts';
import { announcementStream } from '#events/catalogue/streams/announcement.ts';
import { bookmarkStream } from '#events/catalogue/streams/bookmark.ts';
import { courseStream } from '#events/catalogue/streams/course.ts';
import { enrolmentStream } from '#events/catalogue/streams/enrolment.ts';
import { logStream } from '#events/catalogue/streams/log.ts';
import { noteStream } from '#events/catalogue/streams/note.ts';
import { readingStream } from '#events/catalogue/streams/reading.ts';
import { reviewStream } from '#events/catalogue/streams/review.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { quizEvents } from './quiz-events.ts';
import { createCourseFields, recorded, testId } from './recorded-events.ts';

// The ids of each kind of record start at a fixed number: courses at 0, users at 1,000,000, and so on.

/** Returns the id of the user with this number. */
export const schoolUserId = (number: number): string => testId(1_000_000 + number);
const schoolEnrolmentId = (number: number): string => testId(3_000_000 + number);
/** Returns the id of the review by the user with this number. */
export const schoolReviewId = (number: number): string => testId(4_000_000 + number);

type StreamEvent = readonly [stream: string, event: DomainEvent];

/** Returns the event in a list, or an empty list if the condition is false. */
const eventIf = (condition: boolean, stream: string, event: DomainEvent): StreamEvent[] =>
  condition ? [[stream, event]] : [];

/** Returns the registration of the user with this number. */
export const userRegistration = (number: number): DomainEvent => ({
  type: 'UserRegistered',
  data: {
    identity: `uid-${number}`,
    name: `Person ${number}`,
    email: `Person${number}@Example.org`,
    imageUrl: `/people/${number}.svg`,
    userType: 'Student',
    wishedType: number % 5 === 0 ? 'Instructor' : null,
  },
});

/** Returns the event that issues the certificate with this number. */
export const certificateIssued = (
  ids: { userId: string; courseId: string },
  number: number,
): DomainEvent => ({
  type: 'CertificateIssued',
  data: {
    ...ids,
    number: `LYC-${number}`,
    courseName: `Course ${number}`,
    courseCode: 'CSE',
    instructor: 'E. Codd',
    studentName: `Person ${number}`,
    nameCommitment: 'c0'.repeat(32),
    nameSalt: '5a'.repeat(32),
  },
});

/** Returns the events of a note, which is edited, sometimes removed, and sometimes restored. */
const noteEvents = (number: number, ids: { userId: string; courseId: string }): StreamEvent[] => {
  const { userId } = ids;
  const stream = noteStream(testId(5_000_000 + number));
  const details = {
    enrolmentId: schoolEnrolmentId(number),
    courseCalledBy: 'enrolment',
    module: 1,
    second: 84,
  } as const;
  return [
    [stream, { type: 'NoteTaken', data: { ...ids, ...details, text: `Note ${number}` } }],
    [stream, { type: 'NoteEdited', data: { userId, text: `Note ${number}, again` } }],
    ...eventIf(number % 4 === 0, stream, { type: 'NoteRemoved', data: { userId } }),
    ...eventIf(number % 8 === 0, stream, { type: 'NoteRestored', data: { userId } }),
  ];
};

/** Returns the events of a student's bookmark, enrolment, note, quizzes and certificate. */
const learningEvents = (number: number): StreamEvent[] => {
  if (number % 6 !== 0 && number % 11 !== 0) return [];
  const ids = { userId: schoolUserId(number), courseId: testId(number) };
  const bookmark = bookmarkStream(testId(2_000_000 + number));
  const enrolment = enrolmentStream(schoolEnrolmentId(number));
  return [
    [bookmark, { type: 'CourseBookmarked', data: ids }],
    ...eventIf(number % 12 === 0, bookmark, { type: 'BookmarkRemoved', data: ids }),
    [enrolment, { type: 'StudentEnrolled', data: ids }],
    [enrolment, { type: 'CourseStarted', data: { ...ids, startedBy: 'enrolment' } }],
    [enrolment, { type: 'ModuleCompleted', data: { ...ids, module: 1 } }],
    ...noteEvents(number, ids),
    ...quizEvents(number, ids),
    ...eventIf(number % 4 === 0, enrolment, certificateIssued(ids, number)),
    ...eventIf(number % 18 === 0, enrolment, { type: 'StudentLeft', data: ids }),
  ];
};

/** Returns the events of a review. Users with nearby numbers review the same course, so that a course has several reviews. */
const reviewEvents = (number: number): StreamEvent[] => {
  if (number % 6 !== 0 && number % 11 !== 0) return [];
  const ids = { userId: schoolUserId(number), courseId: testId(Math.floor(number / 20)) };
  const review = reviewStream(schoolReviewId(number));
  const enrolmentId = schoolEnrolmentId(number);
  const content = (rating: number) => ({
    ...ids,
    courseCalledBy: 'enrolment' as const,
    rating,
    comment: `Number ${number}.`,
  });
  const submitted = { ...content(1 + (number % 37) / 4), enrolmentId };
  return [
    [review, { type: 'ReviewSubmitted', data: submitted }],
    ...eventIf(number % 4 === 0, review, { type: 'ReviewRevised', data: content(7.1) }),
    ...eventIf(number % 12 === 0, review, { type: 'ReviewRemoved', data: { ...ids, by: 'admin' } }),
    ...eventIf(number % 24 === 0, review, { type: 'ReviewRestored', data: ids }),
  ];
};

/** Returns the events of an announcement, for everybody or for a course, sometimes withdrawn, and sometimes restored. */
const announcementEvents = (number: number): StreamEvent[] => {
  if (number % 5 !== 0) return [];
  const stream = announcementStream(testId(8_000_000 + number));
  const userId = schoolUserId(number);
  const ids = { userId, courseId: number % 2 === 0 ? testId(number) : null };
  const content = { type: 'Course Related', date: '2026-03-05', text: `“Number” ${number}` } as const;
  return [
    [stream, { type: 'AnnouncementPosted', data: { ...ids, userType: 'Instructor', ...content } }],
    ...eventIf(number % 15 === 0, stream, { type: 'AnnouncementWithdrawn', data: { ...ids, by: 'admin' } }),
    ...eventIf(number % 30 === 0, stream, { type: 'AnnouncementRestored', data: ids }),
  ];
};

/** Returns the events of a message from the user to themselves and another user, sometimes withdrawn. */
const messageEvents = (number: number): StreamEvent[] => {
  if (number % 8 !== 0) return [];
  const stream = announcementStream(testId(8_500_000 + number));
  const ids = { userId: schoolUserId(number), courseId: testId(number) };
  const recipientIds = [ids.userId, schoolUserId(number + 1)];
  const content = {
    userType: 'Instructor',
    date: '2026-03-05',
    text: `“Hello” ${number}`,
    recipientIds,
  } as const;
  return [
    [stream, { type: 'StudentMessagePosted', data: { ...ids, ...content } }],
    ...eventIf(number % 16 === 0, stream, { type: 'AnnouncementWithdrawn', data: { ...ids, by: 'poster' } }),
  ];
};

/** Returns events that record exports and archiving of the log, and readings of personal data: of this user, or of many users. */
const adminEvents = (number: number): StreamEvent[] => {
  const operator = { operator: 'grace@server', databaseLogin: 'owner' };
  const userId = number % 18 === 0 ? null : schoolUserId(number);
  return [
    ...eventIf(number % 9 === 0, readingStream(testId(9_500_000 + number)), {
      type: 'PersonalDataRead',
      data: { what: 'history', userId },
    }),
    ...eventIf(number % 30 === 0, logStream, {
      type: 'LogExported',
      data: { ...operator, from: 1, to: null, raw: true, keys: 'left-out' },
    }),
    ...eventIf(number % 30 === 15, logStream, {
      type: 'LogArchived',
      data: { ...operator, from: 1, to: 1_000, store: 's3://school-archive' },
    }),
  ];
};

/** Returns the changes that make the user with this number the teacher of a course, with videos or without. */
const instructorChanges = (number: number) => ({
  instructorId: schoolUserId(number),
  videos: number % 8 === 0 ? null : [1, 2, 3, 4, 5].map((module) => `/{${number}, "${module}"}.webm`),
});

/** Returns the events of this number, for example those of its course, its user, and that user's records. */
const eventsOf = (number: number): StreamEvent[] => {
  const userId = schoolUserId(number);
  const course = courseStream(testId(number));
  const user = userStream(userId);
  const earlierCourse = courseStream(testId(Math.floor(number / 2)));
  return [
    [
      course,
      { type: 'CourseAdded', data: createCourseFields({ name: `Course ${number}`, price: number / 4 }) },
    ],
    ...eventIf(number % 4 === 0, course, {
      type: 'CourseEdited',
      data: { changes: instructorChanges(number) },
    }),
    [user, userRegistration(number)],
    [earlierCourse, { type: 'CourseEdited', data: { changes: { difficulty: `${number % 10}` } } }],
    [user, { type: 'UserProfileEdited', data: { name: `Person ${number}, again`, imageUrl: '/new.svg' } }],
    ...eventIf(number % 6 === 0, user, {
      type: 'UserEmailChanged',
      data: { email: `new-${number}@school.example`, confirmedAt: '2026-01-01T00:00:00.000Z' },
    }),
    ...eventIf(number % 7 === 0, course, { type: 'CourseRemoved', data: {} }),
    ...eventIf(number % 14 === 0, course, { type: 'CourseRestored', data: {} }),
    ...eventIf(number % 10 === 0, user, { type: 'UserWishDeclined', data: { wishedType: 'Instructor' } }),
    ...eventIf(number % 10 === 5, user, {
      type: 'UserRoleChanged',
      data: { from: 'Student', to: 'Instructor' },
    }),
    ...eventIf(number % 10 === 5, adminsStream, { type: 'AdminAppointed', data: { userId } }),
    ...eventIf(number % 20 === 5, adminsStream, { type: 'AdminDismissed', data: { userId } }),
    ...learningEvents(number),
    ...reviewEvents(number),
    ...announcementEvents(number),
    ...messageEvents(number),
    ...adminEvents(number),
    ...eventIf(number % 11 === 0, user, { type: 'UserRemoved', data: {} }),
  ];
};

/**
 * Returns the history of a school with `size` courses and users. If `size` is at least 16, it contains every type of event that
 * is projected. Events of different streams are interleaved.
 */
export const schoolHistory = (size: number): RecordedEvent[] =>
  recorded(Array.from({ length: size }, (_, number) => eventsOf(number)).flat());
