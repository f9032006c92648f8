import type { DomainEvent, DomainEventType } from '#events/catalogue/catalogue.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { findNamedTeacher, isMessageTo } from '#events/log/person-of-event.ts';
import type { CourseNames } from '../../read-table-lookups/course-names.ts';
import type { CausedBy, Detail } from './own-event.ts';
import { toMarkDetails, toQuizDetails } from './quiz-details.ts';

/** `isAboutOther`: whether the event describes another user. */
type Perspective = { userId: string; by: CausedBy; isAboutOther: boolean; courseNames: CourseNames };

type Description = { words: string; details: readonly Detail[] };

/** Describes an event to its user as a sentence, with details. The sentence does not name other users. It may say their role. */
export const describeEvent = (event: RecordedEvent, perspective: Perspective): Description => {
  const context = {
    ...perspective,
    whose: perspective.isAboutOther ? 'another person’s' : 'your',
    whom: describePerson(perspective),
  };
  // The cast is safe: the function for a type is called only with events of this type.
  const describe = predicates[event.type] as (event: RecordedEvent, context: Context) => Predicate;
  const predicate = describe(event, context);
  const { words, details } = typeof predicate === 'string' ? { words: predicate, details: [] } : predicate;
  return { words: `${subjectOfSentence(perspective.by, event)} ${words}.`, details };
};

/** Returns the subject of the sentence. Users register themselves, whatever actor the event names. */
const subjectOfSentence = (by: CausedBy, { type }: RecordedEvent): string => {
  if (by === 'you' || type === 'UserRegistered') return 'You';
  return by === null ? 'The school' : capitalize(withArticle(by.role));
};

/** Returns the words for the described person as the object of the sentence. */
const describePerson = ({ by, isAboutOther }: Perspective): string => {
  if (isAboutOther) return 'another person';
  return by === 'you' ? 'yourself' : 'you';
};

type Context = Perspective & {
  /** `your`, `another person’s` */
  whose: string;
  /** `you`, `yourself`, `another person` */
  whom: string;
};
/** The sentence without its subject. */
type Predicate = string | Description;
type EventOfType<T extends DomainEventType> = RecordedEvent<Extract<DomainEvent, { type: T }>>;
type Predicates = { [T in DomainEventType]: (event: EventOfType<T>, context: Context) => Predicate };

const predicates: Predicates = {
  CourseAdded: (event, context) =>
    `added ${nameCourseOfStream(event, context)} to the catalogue${asInstructor(event, context)}`,
  CourseEdited: (event, context) => ({
    words: `edited ${nameCourseOfStream(event, context)}${asInstructor(event, context)}`,
    details: Object.entries(event.data.changes)
      .filter(([field]) => field !== 'instructorId')
      .flatMap(([field, value]) => detail(capitalize(field), value)),
  }),
  CourseRemoved: (event, context) => `removed ${nameCourseOfStream(event, context)} from the catalogue`,
  CourseRestored: (event, context) => `restored ${nameCourseOfStream(event, context)}`,

  UserRegistered: ({ data }) => ({
    words: `registered as ${withArticle(data.userType)}${
      data.wishedType === null ? '' : ` and asked to be ${withArticle(data.wishedType)}`
    }`,
    details: [
      ...detail('Name', data.name),
      ...detail('E-mail', data.email),
      ...detail('Picture', data.imageUrl),
    ],
  }),
  UserProfileEdited: ({ data }, { whose }) => ({
    words: `changed ${whose} name or picture`,
    details: [...detail('Name', data.name), ...detail('Picture', data.imageUrl)],
  }),
  UserEmailChanged: ({ data }, { whose }) => ({
    words: `changed ${whose} e-mail address`,
    details: detail('E-mail', data.email),
  }),
  UserRoleChanged: ({ data }, { whom }) => `made ${whom} ${withArticle(data.to)}`,
  UserWishDeclined: ({ data }, { whose }) =>
    `declined ${whose} request to be ${withArticle(data.wishedType)}`,
  UserRemoved: (_, { whose }) => `removed ${whose} account`,

  AdminAppointed: (_, { whom }) => `added ${whom} to the list of Admins`,
  AdminDismissed: (_, { whom }) => `removed ${whom} from the list of Admins`,

  ReviewSubmitted: ({ data }, context) => ({
    words: `reviewed ${nameCourse(data.courseId, context)}`,
    details: toReviewDetails(data),
  }),
  ReviewRevised: ({ data }, context) => ({
    words: `revised ${context.whose} review of ${nameCourse(data.courseId, context)}`,
    details: toReviewDetails(data),
  }),
  ReviewRemoved: ({ data }, context) =>
    `removed ${context.whose} review of ${nameCourse(data.courseId, context)}`,
  ReviewRestored: ({ data }, context) =>
    `restored ${context.whose} review of ${nameCourse(data.courseId, context)}`,

  AnnouncementPosted: ({ data }, context) => ({
    words: `posted an announcement${forCourse(data.courseId, context)}`,
    details: [...detail('Kind', data.type), ...detail('Date', data.date), ...detail('Text', data.text)],
  }),
  StudentMessagePosted: (event, context) => {
    const { courseId, recipientIds, date, text } = event.data;
    const isReceived = context.by !== 'you' && isMessageTo(event, context.userId);
    return {
      words: isReceived
        ? `sent you a message about ${nameCourse(courseId, context)}`
        : `sent a message to ${formatStudentCount(recipientIds.length)} of ${nameCourse(courseId, context)}`,
      details: [...detail('Date', date), ...detail('Text', text)],
    };
  },
  AnnouncementWithdrawn: ({ data }, context) =>
    `withdrew ${context.whose} announcement${forCourse(data.courseId, context)}`,
  AnnouncementRestored: ({ data }, context) =>
    `restored ${context.whose} announcement${forCourse(data.courseId, context)}`,

  CourseBookmarked: ({ data }, context) => `bookmarked ${nameCourse(data.courseId, context)}`,
  BookmarkRemoved: ({ data }, context) => `removed the bookmark for ${nameCourse(data.courseId, context)}`,

  StudentEnrolled: ({ data }, context) => `enrolled in ${nameCourse(data.courseId, context)}`,
  StudentLeft: ({ data }, context) => `left ${nameCourse(data.courseId, context)}`,
  CourseStarted: ({ data }, context) => `started ${nameCourse(data.courseId, context)}`,
  ModuleCompleted: ({ data }, context) =>
    `completed module ${data.module} of ${nameCourse(data.courseId, context)}`,
  CertificateIssued: ({ data }, context) => ({
    words: `collected the certificate for ${nameCourse(data.courseId, context)}`,
    details: [
      ...detail('Number', data.number),
      ...detail('Name on it', data.studentName),
      ...detail('Course on it', `${data.courseCode} ${data.courseName}`),
      ...detail('Instructor on it', data.instructor),
    ],
  }),

  QuizStarted: ({ data }, context) =>
    `started a ${data.kind === 'mcq' ? 'multiple-choice' : 'written'} quiz in ${nameCourse(data.courseId, context)}`,
  QuizFinished: ({ data }, context) => ({
    words: `submitted a quiz in ${nameCourse(data.courseId, context)}${data.late ? ' after its deadline' : ''}`,
    details: toQuizDetails(data),
  }),
  QuizMarked: ({ data }, context) => ({
    words: `marked ${context.whose} quiz in ${nameCourse(data.courseId, context)}`,
    details: toMarkDetails(data),
  }),

  NoteTaken: ({ data }, context) => ({
    words: `took a note in ${nameCourse(data.courseId, context)}`,
    details: [
      ...detail('Text', data.text),
      ...(data.module === null || data.second === null
        ? []
        : detail('Video position', `module ${data.module}, second ${data.second}`)),
    ],
  }),
  NoteEdited: ({ data }) => ({ words: 'changed a note', details: detail('Text', data.text) }),
  NoteRemoved: () => 'removed a note',
  NoteRestored: () => 'restored a note',

  LogExported: () => 'exported the log as it is stored',
  LogArchived: () => 'moved old events into the archive',

  PersonalDataRead: ({ data: { what, userId } }, { whose }) => {
    const kindOfData = what.replaceAll('-', ' ');
    return userId === null
      ? `looked at data of many people at once: ${kindOfData}`
      : `looked at ${whose} ${kindOfData}`;
  },
};

const withArticle = (role: string) => `${/^[AEIOU]/.test(role) ? 'an' : 'a'} ${role}`;
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const formatStudentCount = (count: number) => (count === 1 ? '1 student' : `${count} students`);
const nameCourse = (id: string, { courseNames }: Context) => courseNames.get(id) ?? 'a course';
const nameCourseOfStream = ({ stream }: RecordedEvent, context: Context) =>
  nameCourse(streamId(stream), context);
const forCourse = (id: string | null, context: Context) =>
  id === null ? '' : ` for ${nameCourse(id, context)}`;
/** Returns the end of the sentence if the event makes the user the instructor of the course. */
const asInstructor = (event: RecordedEvent, { userId, by }: Context) =>
  findNamedTeacher(event) === userId ? `, and made ${by === 'you' ? 'yourself' : 'you'} its instructor` : '';

/** Returns a value with its label; nothing if there is no value. */
const detail = (name: string, value: unknown): Detail[] => {
  if (value === null || value === undefined) return [];
  return [{ name, text: typeof value === 'string' ? value : JSON.stringify(value) }];
};

const toReviewDetails = ({ rating, comment }: { rating: number; comment: string | null }): Detail[] => [
  ...detail('Rating', `${rating} of 10`),
  ...detail('Comment', comment),
];
