import { adminsStream } from '#events/catalogue/admins.ts';
import { announcementStream } from '#events/catalogue/announcement.ts';
import { bookmarkStream } from '#events/catalogue/bookmark.ts';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { courseStream } from '#events/catalogue/course.ts';
import { enrolmentStream } from '#events/catalogue/enrolment.ts';
import { logStream } from '#events/catalogue/log.ts';
import { noteStream } from '#events/catalogue/note.ts';
import { readingStream } from '#events/catalogue/reading.ts';
import { reviewStream } from '#events/catalogue/review.ts';
import { userStream } from '#events/catalogue/user.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { courseFacts, recorded, testId } from './recorded-events.ts';
import { takenQuizzes } from './taken-quizzes.ts';

/** The person with this number. */
export const personRegistered = (number: number): DomainEvent => ({
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

/** A note of a person on their way: changed, and now and then removed or removed and brought back. */
const noted = (
  number: number,
  way: { userId: string; courseId: string },
): (readonly [string, DomainEvent])[] => {
  const { userId } = way;
  const stream = noteStream(testId(5_000_000 + number));
  const place = {
    enrolmentId: testId(3_000_000 + number),
    courseCalledBy: 'enrolment',
    module: 1,
    second: 84,
  } as const;
  return [
    [stream, { type: 'NoteTaken', data: { ...way, ...place, text: `Note ${number}` } }],
    [stream, { type: 'NoteEdited', data: { userId, text: `Note ${number}, again` } }],
    ...(number % 4 === 0 ? [[stream, { type: 'NoteRemoved', data: { userId } }] as const] : []),
    ...(number % 8 === 0 ? [[stream, { type: 'NoteRestored', data: { userId } }] as const] : []),
  ];
};

/** The certificate of this number's person. */
export const certificateIssued = (
  way: { userId: string; courseId: string },
  number: number,
): DomainEvent => ({
  type: 'CertificateIssued',
  data: {
    ...way,
    number: `LYC-${number}`,
    courseName: `Course ${number}`,
    courseCode: 'CSE',
    instructor: 'E. Codd',
    studentName: `Person ${number}`,
    nameCommitment: 'c0'.repeat(32),
    nameSalt: '5a'.repeat(32),
  },
});

/** What a person bookmarks, how far they come in a course, and what they note: one in six does. */
const learnt = (number: number): (readonly [string, DomainEvent])[] => {
  if (number % 6 !== 0 && number % 11 !== 0) return [];
  const way = { userId: testId(1_000_000 + number), courseId: testId(number) };
  const bookmark = bookmarkStream(testId(2_000_000 + number));
  const enrolment = enrolmentStream(testId(3_000_000 + number));
  return [
    [bookmark, { type: 'CourseBookmarked', data: way }],
    ...(number % 12 === 0 ? [[bookmark, { type: 'BookmarkRemoved', data: way }] as const] : []),
    [enrolment, { type: 'StudentEnrolled', data: way }],
    [enrolment, { type: 'CourseStarted', data: { ...way, startedBy: 'enrolment' } }],
    [enrolment, { type: 'ModuleCompleted', data: { ...way, module: 1 } }],
    ...noted(number, way),
    ...takenQuizzes(number, way),
    ...(number % 4 === 0 ? [[enrolment, certificateIssued(way, number)] as const] : []),
    ...(number % 18 === 0 ? [[enrolment, { type: 'StudentLeft', data: way }] as const] : []),
  ];
};

/** What a person says of a course that others review too. */
const reviewed = (number: number): (readonly [string, DomainEvent])[] => {
  if (number % 6 !== 0 && number % 11 !== 0) return [];
  const whose = { userId: testId(1_000_000 + number), courseId: testId(Math.floor(number / 20)) };
  const review = reviewStream(testId(4_000_000 + number));
  const enrolmentId = testId(3_000_000 + number);
  const words = (rating: number) => ({
    ...whose,
    courseCalledBy: 'enrolment' as const,
    rating,
    comment: `Number ${number}.`,
  });
  const submitted = { ...words(1 + (number % 37) / 4), enrolmentId };
  return [
    [review, { type: 'ReviewSubmitted', data: submitted }],
    ...(number % 4 === 0 ? [[review, { type: 'ReviewRevised', data: words(7.1) }] as const] : []),
    ...(number % 12 === 0
      ? [[review, { type: 'ReviewRemoved', data: { ...whose, by: 'admin' } }] as const]
      : []),
    ...(number % 24 === 0 ? [[review, { type: 'ReviewRestored', data: whose }] as const] : []),
  ];
};

/** What a person announces, to everybody or for a course: withdrawn now and then, and brought back. */
const announced = (number: number): (readonly [string, DomainEvent])[] => {
  if (number % 5 !== 0) return [];
  const stream = announcementStream(testId(8_000_000 + number));
  const userId = testId(1_000_000 + number);
  const whose = { userId, courseId: number % 2 === 0 ? testId(number) : null };
  const words = { type: 'Course Related', date: '2026-03-05', text: `“Number” ${number}` } as const;
  return [
    [stream, { type: 'AnnouncementPosted', data: { ...whose, userType: 'Instructor', ...words } }],
    ...(number % 15 === 0
      ? [[stream, { type: 'AnnouncementWithdrawn', data: { ...whose, by: 'admin' } }] as const]
      : []),
    ...(number % 30 === 0 ? [[stream, { type: 'AnnouncementRestored', data: whose }] as const] : []),
  ];
};

/** The log as a whole is written out, once in a while. */
const writtenOut = (number: number): (readonly [string, DomainEvent])[] => {
  if (number % 30 !== 0) return [];
  const who = { operator: 'grace@server', databaseLogin: 'owner' };
  return [
    [logStream, { type: 'LogExported', data: { ...who, from: 1, to: null, raw: true, keys: 'left-out' } }],
  ];
};

/** What an admin reads of a person now and then, and of all. */
const readOf = (number: number): (readonly [string, DomainEvent])[] => {
  if (number % 9 !== 0) return [];
  const userId = number % 18 === 0 ? null : testId(1_000_000 + number);
  const reading = readingStream(testId(9_500_000 + number));
  return [[reading, { type: 'PersonalDataRead', data: { what: 'history', userId } }]];
};

const taught = (number: number) => ({
  instructorId: testId(1_000_000 + number),
  videos: number % 8 === 0 ? null : [1, 2, 3, 4, 5].map((module) => `/{${number}, "${module}"}.webm`),
});

const aboutOne = (number: number, courses: number): (readonly [string, DomainEvent])[] => {
  const course = courseStream(testId(number));
  const person = userStream(testId(1_000_000 + number));
  const other = courseStream(testId(Math.floor(number / 2)));
  return [
    [course, { type: 'CourseAdded', data: courseFacts({ name: `Course ${number}`, price: number / 4 }) }],
    ...(number % 4 === 0
      ? [[course, { type: 'CourseEdited', data: { changes: taught(number) } }] as const]
      : []),
    [person, personRegistered(number)],
    [other, { type: 'CourseEdited', data: { changes: { difficulty: `${number % 10}` } } }],
    [person, { type: 'UserProfileEdited', data: { name: `Person ${number}, again`, imageUrl: '/new.svg' } }],
    ...(number % 7 === 0 ? [[course, { type: 'CourseRemoved', data: {} }] as const] : []),
    ...(number % 14 === 0 ? [[course, { type: 'CourseRestored', data: {} }] as const] : []),
    ...(number % 10 === 0 && number < courses
      ? [[person, { type: 'UserWishDeclined', data: { wishedType: 'Instructor' } }] as const]
      : []),
    ...(number % 10 === 5
      ? [[person, { type: 'UserRoleChanged', data: { from: 'Student', to: 'Instructor' } }] as const]
      : []),
    ...(number % 10 === 5
      ? [[adminsStream, { type: 'AdminAppointed', data: { userId: testId(1_000_000 + number) } }] as const]
      : []),
    ...(number % 20 === 5
      ? [[adminsStream, { type: 'AdminDismissed', data: { userId: testId(1_000_000 + number) } }] as const]
      : []),
    ...learnt(number),
    ...reviewed(number),
    ...announced(number),
    ...readOf(number),
    ...writtenOut(number),
    ...(number % 11 === 0 ? [[person, { type: 'UserRemoved', data: {} }] as const] : []),
  ];
};

/**
 * The history of a school of so many courses and people, each added, edited, some removed and restored, some who learn and review:
 * every kind of event that is projected occurs, and streams are interleaved.
 */
export const schoolHistory = (size: number): RecordedEvent[] =>
  recorded(Array.from({ length: size }, (_, number) => aboutOne(number, size)).flat());
