import type { Disclosure } from '#contract/readings.ts';
import type { UserType } from '#contract/users.ts';
import type { DomainEvent, DomainEventType } from '#events/catalogue/catalogue.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { versionOf } from './course-versions.ts';
import { type NamedCourse, nameOf, type Surroundings } from './surroundings.ts';

type Recorded<T extends DomainEventType> = RecordedEvent<Extract<DomainEvent, { type: T }>>;
type Words = { [T in DomainEventType]: (event: Recorded<T>, around: Surroundings) => string };

const withArticle = (userType: UserType) => `${userType === 'Student' ? 'a' : 'an'} ${userType}`;

const called = (course: NamedCourse | undefined) =>
  course ? `course ${course.code} ${course.name}` : 'a course';
const course = (id: string, { courses }: Surroundings) => called(courses.get(id));
/** The course that the event is of, as it was called then. */
const thatCourse = (event: RecordedEvent, { streams }: Surroundings) => {
  const { before, after } = versionOf(streams, event);
  return called(before ?? after ?? undefined);
};

const actorId = ({ metadata: { actor } }: RecordedEvent): string | null =>
  actor !== null && 'id' in actor ? actor.id : null;
/** The person whom the event is of: in the second half of a sentence that begins with the actor. */
const whom = (event: RecordedEvent, id: string, around: Surroundings) =>
  actorId(event) === id ? 'themselves' : nameOf(around, id);
const whose = (event: RecordedEvent, id: string, around: Surroundings) =>
  actorId(event) === id ? 'their own' : `${nameOf(around, id)}’s`;

/** What was read, as it stands after 'read Sam’s' or 'read'. */
const ofOne: Record<Disclosure, string> = {
  profile: 'profile',
  bookmarks: 'bookmarks',
  enrolments: 'enrolments',
  progress: 'progress',
  quizzes: 'quiz results',
  playback: 'places in the videos',
  notes: 'notes',
  activity: 'activity',
  certificates: 'certificates',
  history: 'history',
  users: 'place in the list of users',
  'written-answers': 'written answers',
  reviewers: 'e-mail address',
  dashboard: 'place on the dashboard',
  log: 'part of the log',
};
const ofMany: Partial<Record<Disclosure, string>> = {
  history: 'the history of the school',
  users: 'the list of users',
  'written-answers': 'the written answers of students',
  reviewers: 'the e-mail addresses of reviewers',
  dashboard: 'the live dashboard',
  log: 'the log, under pseudonyms',
};

const forWhom = (courseId: string | null, around: Surroundings) =>
  courseId === null ? '' : ` for ${course(courseId, around)}`;

const keysInWords = {
  'left-out': 'without the keys of personal data',
  'under-passphrase': 'with the keys of personal data under a passphrase',
  'under-key-file': 'with the keys of personal data under a key file',
} as const;
const stretchInWords = ({ from, to }: { from: number; to: number | null }) => {
  if (to === null) return from === 1 ? 'the whole log' : `the log from position ${from} on`;
  return `the log from position ${from} to ${to}`;
};

/** What was done, by type of event, as what follows the name of who did it. */
const words: Words = {
  CourseAdded: (event, around) => `added ${thatCourse(event, around)}`,
  CourseEdited: (event, around) =>
    event.data.backTo === undefined
      ? `edited ${thatCourse(event, around)}`
      : `took ${thatCourse(event, around)} back to version ${event.data.backTo}`,
  CourseRemoved: (event, around) => `removed ${thatCourse(event, around)}`,
  CourseRestored: (event, around) => `restored ${thatCourse(event, around)}`,

  UserRegistered: ({ data }) =>
    `registered as ${withArticle(data.userType)}${
      data.wishedType === null ? '' : ` and asked to be ${withArticle(data.wishedType)}`
    }`,
  UserProfileEdited: () => 'changed their name or picture',
  UserRoleChanged: (event, around) =>
    `made ${whom(event, streamId(event.stream), around)} ${withArticle(event.data.to)}`,
  UserWishDeclined: (event, around) =>
    `declined the wish of ${nameOf(around, streamId(event.stream))} to be ${withArticle(event.data.wishedType)}`,
  UserRemoved: (event) =>
    actorId(event) === streamId(event.stream) ? 'removed their own account' : 'removed a person',

  AdminAppointed: (event, around) => `put ${whom(event, event.data.userId, around)} on the list of Admins`,
  AdminDismissed: (event, around) => `took ${whom(event, event.data.userId, around)} off the list of Admins`,

  ReviewSubmitted: ({ data }, around) => `reviewed ${course(data.courseId, around)}`,
  ReviewRevised: ({ data }, around) => `revised their review of ${course(data.courseId, around)}`,
  ReviewRemoved: (event, around) =>
    event.data.by === 'author'
      ? `took back their review of ${course(event.data.courseId, around)}`
      : `removed ${whose(event, event.data.userId, around)} review of ${course(event.data.courseId, around)}`,
  ReviewRestored: (event, around) =>
    `restored ${whose(event, event.data.userId, around)} review of ${course(event.data.courseId, around)}`,

  AnnouncementPosted: ({ data }, around) => `posted an announcement${forWhom(data.courseId, around)}`,
  AnnouncementWithdrawn: (event, around) =>
    `withdrew ${whose(event, event.data.userId, around)} announcement${forWhom(event.data.courseId, around)}`,
  AnnouncementRestored: (event, around) =>
    `restored ${whose(event, event.data.userId, around)} announcement${forWhom(event.data.courseId, around)}`,

  CourseBookmarked: ({ data }, around) => `bookmarked ${course(data.courseId, around)}`,
  BookmarkRemoved: ({ data }, around) => `took the bookmark of ${course(data.courseId, around)} away`,

  StudentEnrolled: ({ data }, around) => `enrolled in ${course(data.courseId, around)}`,
  StudentLeft: ({ data }, around) => `left ${course(data.courseId, around)}`,
  CourseStarted: ({ data }, around) => `started ${course(data.courseId, around)}`,
  ModuleCompleted: ({ data }, around) =>
    `completed module ${data.module} of ${course(data.courseId, around)}`,
  CertificateIssued: ({ data }, around) => `collected the certificate of ${course(data.courseId, around)}`,

  QuizStarted: ({ data }, around) =>
    `started a ${data.kind === 'mcq' ? 'multiple-choice' : 'written'} quiz in ${course(data.courseId, around)}`,
  QuizFinished: ({ data }, around) =>
    `handed in a quiz in ${course(data.courseId, around)}${data.late ? ', too late' : ''}`,
  QuizMarked: (event, around) =>
    `marked ${whose(event, event.data.userId, around)} quiz in ${course(event.data.courseId, around)}`,

  NoteTaken: ({ data }, around) => `took a note in ${course(data.courseId, around)}`,
  NoteEdited: () => 'changed a note',
  NoteRemoved: () => 'removed a note',
  NoteRestored: () => 'brought a note back',

  PersonalDataRead: (event, around) => {
    const { what, userId } = event.data;
    if (userId === null) return `read ${ofMany[what] ?? `the ${ofOne[what]} of many`}`;
    return `read ${whose(event, userId, around)} ${ofOne[what]}`;
  },
  LogExported: ({ data }) =>
    `wrote ${stretchInWords(data)} out as it is stored, ${keysInWords[data.keys]} (at ${data.operator}, database login ${data.databaseLogin})`,
};

/** What was done, in words that follow the name of who did it: 'removed course CSE Algorithms'. */
export const didWords = (event: RecordedEvent, around: Surroundings): string => {
  // The one place where the type of an event and of its words meet: the table is keyed by the type.
  const say = words[event.type] as (event: RecordedEvent, around: Surroundings) => string;
  return say(event, around);
};

/** Who did it, in words that begin a sentence. Who registers has no record before. */
export const whoWords = (event: RecordedEvent, around: Surroundings): string => {
  const id = actorId(event) ?? (event.type === 'UserRegistered' ? streamId(event.stream) : null);
  if (id === null) return event.type === 'LogExported' ? 'Somebody at the server' : 'The school';
  return around.people.get(id) ?? 'A removed person';
};

export const sentence = (event: RecordedEvent, around: Surroundings): string =>
  `${whoWords(event, around)} ${didWords(event, around)}`;
