import type { Disclosure } from '#contract/schemas/readings.ts';
import type { UserType } from '#contract/schemas/users.ts';
import type { DomainEvent, DomainEventType } from '#events/catalogue/catalogue.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { actorOf } from '#events/log/person-of-event.ts';
import { fieldsBeforeAndAfter } from './course-versions.ts';
import { type CourseLabel, type EventContext, userName } from './event-context.ts';

type Recorded<T extends DomainEventType> = RecordedEvent<Extract<DomainEvent, { type: T }>>;
type Describe<E> = (event: E, context: EventContext) => string;

const withArticle = (userType: UserType) => `${userType === 'Student' ? 'a' : 'an'} ${userType}`;

const formatLabel = (course: CourseLabel | undefined) =>
  course ? `course ${course.code} ${course.name}` : 'a course';
const courseName = (id: string, { courses }: EventContext) => formatLabel(courses.get(id));
/** Returns the name that the course of the event had before the event; for a new course, the name that it is given. */
const ownCourseName = (event: RecordedEvent, { streams }: EventContext) => {
  const { before, after } = fieldsBeforeAndAfter(streams, event);
  return formatLabel(before ?? after ?? undefined);
};
const forCourse = (courseId: string | null, context: EventContext) =>
  courseId === null ? '' : ` for ${courseName(courseId, context)}`;

/** Returns a user as the object of a sentence about the actor. */
const objectName = (event: RecordedEvent, userId: string, context: EventContext) =>
  actorOf(event) === userId ? 'themselves' : userName(context, userId);
const possessiveName = (event: RecordedEvent, userId: string, context: EventContext) =>
  actorOf(event) === userId ? 'their own' : `${userName(context, userId)}’s`;

const studentsOf = (
  { recipientIds, courseId }: Recorded<'StudentMessagePosted'>['data'],
  context: EventContext,
) =>
  `${recipientIds.length === 1 ? '1 student' : `${recipientIds.length} students`} of ${courseName(courseId, context)}`;
/** Returns the announcement, or the message to selected students, that an event withdraws or restores. */
const announcementName = (
  { stream, data }: Recorded<'AnnouncementWithdrawn' | 'AnnouncementRestored'>,
  context: EventContext,
) => {
  const posted = context.streams.get(stream)?.[0];
  return posted?.type === 'StudentMessagePosted'
    ? `message to ${studentsOf(posted.data, context)}`
    : `announcement${forCourse(data.courseId, context)}`;
};

/** The data of one user, after "viewed Sam’s". */
const dataOfOneUser: Record<Disclosure, string> = {
  profile: 'profile',
  bookmarks: 'bookmarks',
  enrolments: 'enrolments',
  progress: 'progress',
  quizzes: 'quiz results',
  playback: 'playback positions',
  notes: 'notes',
  activity: 'activity',
  certificates: 'certificates',
  history: 'history',
  users: 'entry in the list of users',
  'written-answers': 'written answers',
  reviewers: 'e-mail address',
  'course-results': 'results in a course',
  dashboard: 'entry on the dashboard',
  log: 'part of the log',
};
/** The data of several users, after "viewed". */
const dataOfSeveralUsers: Partial<Record<Disclosure, string>> = {
  history: 'the history of the school',
  users: 'the list of users',
  'written-answers': 'the written answers of students',
  reviewers: 'the e-mail addresses of reviewers',
  'course-results': 'the students of a course with their results',
  dashboard: 'the live dashboard',
  log: 'the log, under pseudonyms',
};

const exportedKeys = {
  'left-out': 'without the keys of personal data',
  'under-passphrase': 'with the keys of personal data, encrypted with a passphrase',
  'under-key-file': 'with the keys of personal data, encrypted with a key file',
} as const;
const exportedRange = ({ from, to }: { from: number; to: number | null }) => {
  if (to === null) return from === 1 ? 'the whole log' : `the log from position ${from}`;
  return `the log from position ${from} to ${to}`;
};

/** Descriptions of actions by event type, as the text that follows the actor's name. */
const actions: { [T in DomainEventType]: Describe<Recorded<T>> } = {
  CourseAdded: (event, context) => `added ${ownCourseName(event, context)}`,
  CourseEdited: (event, context) =>
    event.data.backTo === undefined
      ? `edited ${ownCourseName(event, context)}`
      : `reverted ${ownCourseName(event, context)} to version ${event.data.backTo}`,
  CourseRemoved: (event, context) => `removed ${ownCourseName(event, context)}`,
  CourseRestored: (event, context) => `restored ${ownCourseName(event, context)}`,

  UserRegistered: ({ data }) =>
    `registered as ${withArticle(data.userType)}${
      data.wishedType === null ? '' : ` and asked to become ${withArticle(data.wishedType)}`
    }`,
  UserProfileEdited: () => 'changed their name or picture',
  UserEmailChanged: () => 'changed their e-mail address',
  UserRoleChanged: (event, context) =>
    `made ${objectName(event, streamId(event.stream), context)} ${withArticle(event.data.to)}`,
  UserWishDeclined: (event, context) =>
    `declined the request of ${userName(context, streamId(event.stream))} to become ${withArticle(event.data.wishedType)}`,
  UserRemoved: (event) =>
    actorOf(event) === streamId(event.stream) ? 'removed their own account' : 'removed a user',

  AdminAppointed: (event, context) =>
    `added ${objectName(event, event.data.userId, context)} to the list of Admins`,
  AdminDismissed: (event, context) =>
    `removed ${objectName(event, event.data.userId, context)} from the list of Admins`,

  ReviewSubmitted: ({ data }, context) => `reviewed ${courseName(data.courseId, context)}`,
  ReviewRevised: ({ data }, context) => `revised their review of ${courseName(data.courseId, context)}`,
  ReviewRemoved: (event, context) =>
    event.data.by === 'author'
      ? `withdrew their review of ${courseName(event.data.courseId, context)}`
      : `removed ${possessiveName(event, event.data.userId, context)} review of ${courseName(event.data.courseId, context)}`,
  ReviewRestored: (event, context) =>
    `restored ${possessiveName(event, event.data.userId, context)} review of ${courseName(event.data.courseId, context)}`,

  AnnouncementPosted: ({ data }, context) => `posted an announcement${forCourse(data.courseId, context)}`,
  StudentMessagePosted: ({ data }, context) => `sent a message to ${studentsOf(data, context)}`,
  AnnouncementWithdrawn: (event, context) =>
    `withdrew ${possessiveName(event, event.data.userId, context)} ${announcementName(event, context)}`,
  AnnouncementRestored: (event, context) =>
    `restored ${possessiveName(event, event.data.userId, context)} ${announcementName(event, context)}`,

  CourseBookmarked: ({ data }, context) => `bookmarked ${courseName(data.courseId, context)}`,
  BookmarkRemoved: ({ data }, context) => `removed their bookmark of ${courseName(data.courseId, context)}`,

  StudentEnrolled: ({ data }, context) => `enrolled in ${courseName(data.courseId, context)}`,
  StudentLeft: ({ data }, context) => `left ${courseName(data.courseId, context)}`,
  CourseStarted: ({ data }, context) => `started ${courseName(data.courseId, context)}`,
  ModuleCompleted: ({ data }, context) =>
    `completed module ${data.module} of ${courseName(data.courseId, context)}`,
  CertificateIssued: ({ data }, context) =>
    `received a certificate for ${courseName(data.courseId, context)}`,

  QuizStarted: ({ data }, context) =>
    `started a ${data.kind === 'mcq' ? 'multiple-choice' : 'written'} quiz in ${courseName(data.courseId, context)}`,
  QuizFinished: ({ data }, context) =>
    `submitted a quiz in ${courseName(data.courseId, context)}${data.late ? ' after the deadline' : ''}`,
  QuizMarked: (event, context) =>
    `marked ${possessiveName(event, event.data.userId, context)} quiz in ${courseName(event.data.courseId, context)}`,

  NoteTaken: ({ data }, context) => `took a note in ${courseName(data.courseId, context)}`,
  NoteEdited: () => 'edited a note',
  NoteRemoved: () => 'removed a note',
  NoteRestored: () => 'restored a note',

  PersonalDataRead: (event, context) => {
    const { what, userId } = event.data;
    if (userId === null)
      return `viewed ${dataOfSeveralUsers[what] ?? `the ${dataOfOneUser[what]} of several users`}`;
    return `viewed ${possessiveName(event, userId, context)} ${dataOfOneUser[what]}`;
  },
  LogExported: ({ data }) =>
    `exported ${exportedRange(data)} as stored, ${exportedKeys[data.keys]} (operator ${data.operator}, database login ${data.databaseLogin})`,
  LogArchived: ({ data }) =>
    `moved the events ${data.from} to ${data.to} into the archive ${data.store} (operator ${data.operator}, database login ${data.databaseLogin})`,
};

/** Returns what the actor did, as the text that follows the actor's name: "removed course CSE Algorithms". */
export const describeAction = (event: RecordedEvent, context: EventContext): string => {
  // TypeScript cannot relate event.type to the entry that it selects; the type of `actions` guarantees that they match.
  const describe = actions[event.type] as Describe<RecordedEvent>;
  return describe(event, context);
};

/** Operations at the server's terminal. They have no actor. */
const operatorEvents: ReadonlySet<string> = new Set(['LogExported', 'LogArchived']);

/** Returns the actor's name for the beginning of a sentence. Users register themselves, even if the event names no actor. */
export const describeActor = (event: RecordedEvent, { userNames }: EventContext): string => {
  const id = actorOf(event) ?? (event.type === 'UserRegistered' ? streamId(event.stream) : null);
  if (id === null) return operatorEvents.has(event.type) ? 'A server operator' : 'The school';
  return userNames.get(id) ?? 'A removed user';
};

/** Returns the whole sentence: "Ada removed course CSE Algorithms". */
export const describeEvent = (event: RecordedEvent, context: EventContext): string =>
  `${describeActor(event, context)} ${describeAction(event, context)}`;
