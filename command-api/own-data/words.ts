import type { DomainEvent, DomainEventType } from '#events/catalogue/catalogue.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { teacherNamed } from '#events/log/person-of-event.ts';
import { markDetails, quizDetails } from './quiz-words.ts';
import type { ByWhom, Detail, Names } from './told.ts';

/** `anothers`: what it says is another person's. */
type Whose = { person: string; by: ByWhom; anothers: boolean };

type Recorded<T extends DomainEventType> = RecordedEvent<Extract<DomainEvent, { type: T }>>;
type Say = Whose & { names: Names; whose: string; whom: string };
type Told = string | { words: string; details: readonly Detail[] };
type Words = { [T in DomainEventType]: (event: Recorded<T>, say: Say) => Told };

const withArticle = (role: string) => `${/^[AEIOU]/.test(role) ? 'an' : 'a'} ${role}`;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const course = (id: string, { names }: Say) => names.get(id) ?? 'a course';
const forCourse = (id: string | null, say: Say) => (id === null ? '' : ` for ${course(id, say)}`);
const andNamesYou = (event: RecordedEvent, { person }: Say) =>
  teacherNamed(event) === person ? ', and made you its instructor' : '';

const inPlain = (what: string) => what.replaceAll('-', ' ');

const given = (name: string, value: unknown): Detail[] => {
  if (value === null || value === undefined) return [];
  return [{ name, text: typeof value === 'string' ? value : JSON.stringify(value) }];
};

const review = ({ rating, comment }: { rating: number; comment: string | null }): Detail[] => [
  ...given('Rating', `${rating} of 10`),
  ...given('Comment', comment),
];

/** What was done, by type of event: what follows 'You' or 'An Admin', and what was written with it. */
const words: Words = {
  CourseAdded: (event, say) =>
    `added ${course(streamId(event.stream), say)} to the catalogue${andNamesYou(event, say)}`,
  CourseEdited: (event, say) => ({
    words: `edited ${course(streamId(event.stream), say)}${andNamesYou(event, say)}`,
    details: Object.entries(event.data.changes)
      .filter(([field]) => field !== 'instructorId')
      .flatMap(([field, value]) => given(capital(field), value)),
  }),
  CourseRemoved: (event, say) => `took ${course(streamId(event.stream), say)} out of the catalogue`,
  CourseRestored: (event, say) => `brought ${course(streamId(event.stream), say)} back`,

  UserRegistered: ({ data }) => ({
    words: `registered as ${withArticle(data.userType)}${
      data.wishedType === null ? '' : ` and asked to be ${withArticle(data.wishedType)}`
    }`,
    details: [
      ...given('Name', data.name),
      ...given('E-mail', data.email),
      ...given('Picture', data.imageUrl),
    ],
  }),
  UserProfileEdited: ({ data }, { whose }) => ({
    words: `changed ${whose} name or picture`,
    details: [...given('Name', data.name), ...given('Picture', data.imageUrl)],
  }),
  UserRoleChanged: ({ data }, { whom }) => `made ${whom} ${withArticle(data.to)}`,
  UserWishDeclined: ({ data }, { whose }) => `declined ${whose} wish to be ${withArticle(data.wishedType)}`,
  UserRemoved: (_, { whose }) => `removed ${whose} account`,

  AdminAppointed: (_, { whom }) => `put ${whom} on the list of Admins`,
  AdminDismissed: (_, { whom }) => `took ${whom} off the list of Admins`,

  ReviewSubmitted: ({ data }, say) => ({
    words: `reviewed ${course(data.courseId, say)}`,
    details: review(data),
  }),
  ReviewRevised: ({ data }, say) => ({
    words: `revised ${say.whose} review of ${course(data.courseId, say)}`,
    details: review(data),
  }),
  ReviewRemoved: ({ data }, say) => `removed ${say.whose} review of ${course(data.courseId, say)}`,
  ReviewRestored: ({ data }, say) => `restored ${say.whose} review of ${course(data.courseId, say)}`,

  AnnouncementPosted: ({ data }, say) => ({
    words: `posted an announcement${forCourse(data.courseId, say)}`,
    details: [...given('Kind', data.type), ...given('Date', data.date), ...given('Text', data.text)],
  }),
  AnnouncementWithdrawn: ({ data }, say) =>
    `withdrew ${say.whose} announcement${forCourse(data.courseId, say)}`,
  AnnouncementRestored: ({ data }, say) =>
    `restored ${say.whose} announcement${forCourse(data.courseId, say)}`,

  CourseBookmarked: ({ data }, say) => `bookmarked ${course(data.courseId, say)}`,
  BookmarkRemoved: ({ data }, say) => `took the bookmark of ${course(data.courseId, say)} away`,

  StudentEnrolled: ({ data }, say) => `enrolled in ${course(data.courseId, say)}`,
  StudentLeft: ({ data }, say) => `left ${course(data.courseId, say)}`,
  CourseStarted: ({ data }, say) => `started ${course(data.courseId, say)}`,
  ModuleCompleted: ({ data }, say) => `completed module ${data.module} of ${course(data.courseId, say)}`,
  CertificateIssued: ({ data }, say) => ({
    words: `collected the certificate of ${course(data.courseId, say)}`,
    details: [
      ...given('Number', data.number),
      ...given('Name on it', data.studentName),
      ...given('Course on it', `${data.courseCode} ${data.courseName}`),
      ...given('Instructor on it', data.instructor),
    ],
  }),

  QuizStarted: ({ data }, say) =>
    `started a ${data.kind === 'mcq' ? 'multiple-choice' : 'written'} quiz in ${course(data.courseId, say)}`,
  QuizFinished: ({ data }, say) => ({
    words: `handed in a quiz in ${course(data.courseId, say)}${data.late ? ', too late' : ''}`,
    details: quizDetails(data),
  }),
  QuizMarked: ({ data }, say) => ({
    words: `marked ${say.whose} quiz in ${course(data.courseId, say)}`,
    details: markDetails(data),
  }),

  NoteTaken: ({ data }, say) => ({
    words: `took a note in ${course(data.courseId, say)}`,
    details: [
      ...given('Text', data.text),
      ...(data.module === null || data.second === null
        ? []
        : given('Place', `module ${data.module}, second ${data.second}`)),
    ],
  }),
  NoteEdited: ({ data }) => ({ words: 'changed a note', details: given('Text', data.text) }),
  NoteRemoved: () => 'removed a note',
  NoteRestored: () => 'brought a note back',

  LogExported: () => 'wrote the log out as it is stored',

  PersonalDataRead: ({ data: { what, userId } }, { whose }) =>
    userId === null ? `read of many people at once: ${inPlain(what)}` : `looked at ${whose} ${inPlain(what)}`,
};

/** Who registers has no record before, and does it themselves. */
const whoIn = (by: ByWhom, { type }: RecordedEvent): string => {
  if (by === 'you' || type === 'UserRegistered') return 'You';
  return by === null ? 'The school' : capital(withArticle(by.role));
};

const whomOf = ({ by, anothers }: Whose): string => {
  if (anothers) return 'another person';
  return by === 'you' ? 'yourself' : 'you';
};

/** An event as a sentence to its person, and what was written with it. Others have a role in it and no name. */
export const tell = (
  event: RecordedEvent,
  whose: Whose,
  names: Names,
): { words: string; details: readonly Detail[] } => {
  const say = {
    ...whose,
    names,
    whose: whose.anothers ? 'another person’s' : 'your',
    whom: whomOf(whose),
  };
  // The one place where the type of an event and of its words meet: the table is keyed by the type.
  const told = (words[event.type] as (event: RecordedEvent, say: Say) => Told)(event, say);
  const sentence = typeof told === 'string' ? told : told.words;
  return {
    words: `${whoIn(whose.by, event)} ${sentence}.`,
    details: typeof told === 'string' ? [] : told.details,
  };
};
