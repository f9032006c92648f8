import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { bookmarkStream } from '#events/catalogue/streams/bookmark.ts';
import { enrolmentStream } from '#events/catalogue/streams/enrolment.ts';
import { noteStream } from '#events/catalogue/streams/note.ts';
import { quizStream } from '#events/catalogue/streams/quiz.ts';
import { reviewStream } from '#events/catalogue/streams/review.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import {
  bookmarkIdOf,
  enrolmentIdOf,
  noteIdOf,
  quizIdOf,
  reviewIdOf,
  userIdOf,
} from '#platform/identity/record-ids.ts';
import type { SeededRandom } from '#platform/seeded-random.ts';
import type { PersonAppend, StreamEvent } from './person-append.ts';

const text =
  'A sentence or two about what was said in this lesson, and why it matters more than it seems at first. '.repeat(
    2,
  );

type Enrolment = { userId: string; courseId: string };

/** Returns the events of a note. Some notes are edited, removed or restored. */
const takeNote = (
  enrolment: Enrolment,
  enrolmentId: string,
  module: number,
  random: SeededRandom,
): StreamEvent[] => {
  const { userId } = enrolment;
  const stream = noteStream(
    noteIdOf(userId, `${enrolment.courseId} ${module} ${random.integerBelow(1_000_000)}`),
  );
  const context = {
    enrolmentId,
    courseCalledBy: 'enrolment',
    module,
    second: random.integerBelow(300),
  } as const;
  const events: StreamEvent[] = [[stream, { type: 'NoteTaken', data: { ...enrolment, ...context, text } }]];
  if (random.chance(0.4))
    events.push([stream, { type: 'NoteEdited', data: { userId, text: `Again: ${text}` } }]);
  if (random.chance(0.1)) {
    events.push([stream, { type: 'NoteRemoved', data: { userId } }]);
    if (random.chance(0.3)) events.push([stream, { type: 'NoteRestored', data: { userId } }]);
  }
  return events;
};

/** Returns the events of a quiz. Most quizzes are submitted; an instructor marks the written ones later. */
const takeQuiz = (enrolment: Enrolment, enrolmentId: string, number: number, random: SeededRandom) => {
  const kind = random.chance(0.7) ? 'mcq' : 'written';
  const attemptId = quizIdOf(enrolmentId, kind, number);
  const stream = quizStream(attemptId);
  const letter = kind === 'mcq' ? 'c' : 'w';
  const questionIds = [1, 2, 3, 4, 5].map((question) => `cse-${letter}${question}`);
  const answers = Object.fromEntries(
    questionIds.map((id) => [id, kind === 'mcq' ? random.integerBelow(4) : text]),
  );
  const correctIds = questionIds.filter(() => random.chance(0.6));
  const result =
    kind === 'mcq' ? { score: correctIds.length, right: correctIds } : { score: null, right: null };
  const deadline = '2026-01-01T00:01:00.000Z';
  const quizEvents: StreamEvent[] = [
    [
      stream,
      { type: 'QuizStarted', data: { ...enrolment, attemptId, code: 'CSE', kind, questionIds, deadline } },
    ],
  ];
  const marks: StreamEvent[] = [];
  if (random.chance(0.9)) {
    const data = { ...enrolment, attemptId, answers, ...result, outOf: 5, late: false };
    quizEvents.push([stream, { type: 'QuizFinished', data }]);
    const marksById = Object.fromEntries(questionIds.map((id) => [id, random.integerBelow(21) / 2]));
    if (kind === 'written')
      marks.push([
        stream,
        { type: 'QuizMarked', data: { ...enrolment, attemptId, marks: marksById, remark: text } },
      ]);
  }
  return { quizEvents, marks };
};

const issueCertificate = (enrolment: Enrolment, enrolmentId: string): DomainEvent => ({
  type: 'CertificateIssued',
  data: {
    ...enrolment,
    number: `LYC-${enrolmentId}`,
    courseName: 'A course',
    courseCode: 'CSE',
    instructor: 'E. Codd',
    studentName: 'A student of the school',
    nameCommitment: 'c0'.repeat(32),
    nameSalt: '5a'.repeat(32),
  },
});

/** Returns the events of a review. Some reviews are revised, removed or restored. */
const writeReview = (enrolment: Enrolment, enrolmentId: string, random: SeededRandom): StreamEvent[] => {
  const stream = reviewStream(reviewIdOf(enrolmentId));
  const createContent = () =>
    ({ courseCalledBy: 'enrolment', rating: 1 + random.integerBelow(91) / 10, comment: text }) as const;
  const events: StreamEvent[] = [
    [stream, { type: 'ReviewSubmitted', data: { ...enrolment, enrolmentId, ...createContent() } }],
  ];
  if (random.chance(0.2))
    events.push([stream, { type: 'ReviewRevised', data: { ...enrolment, ...createContent() } }]);
  if (random.chance(0.05)) {
    events.push([stream, { type: 'ReviewRemoved', data: { ...enrolment, by: 'admin' } }]);
    if (random.chance(0.3)) events.push([stream, { type: 'ReviewRestored', data: enrolment }]);
  }
  return events;
};

/** Yields the appends of a student in one course: most students start the course, and half of those complete it. */
function* courseAppends(
  enrolment: Enrolment,
  actor: PersonAppend['actor'],
  instructor: PersonAppend['actor'],
  random: SeededRandom,
): Generator<PersonAppend> {
  const id = enrolmentIdOf(enrolment.userId, enrolment.courseId);
  const stream = enrolmentStream(id);
  yield { actor, events: [[stream, { type: 'StudentEnrolled', data: enrolment }]] };
  if (random.chance(0.1)) {
    yield { actor, events: [[stream, { type: 'StudentLeft', data: enrolment }]] };
    return;
  }
  yield {
    actor,
    events: [[stream, { type: 'CourseStarted', data: { ...enrolment, startedBy: 'enrolment' } }]],
  };
  for (let module = 1; module <= modulesPerCourse; module += 1) {
    if (random.chance(0.13)) return;
    const events: StreamEvent[] = random.chance(0.6) ? takeNote(enrolment, id, module, random) : [];
    events.push([stream, { type: 'ModuleCompleted', data: { ...enrolment, module } }]);
    yield { actor, events };
    if (!random.chance(0.5)) continue;
    const { quizEvents, marks } = takeQuiz(enrolment, id, module, random);
    yield { actor, events: quizEvents };
    if (marks.length > 0) yield { actor: instructor, events: marks };
  }
  yield { actor, events: [[stream, issueCertificate(enrolment, id)]] };
  if (random.chance(0.6)) yield { actor, events: writeReview(enrolment, id, random) };
}

/** Yields all appends of a student in one to four courses. A completed course has about twenty events. */
export function* studentAppends(
  number: number,
  school: { courses: readonly string[]; instructors: readonly string[]; random: SeededRandom },
): Generator<PersonAppend> {
  const { courses, instructors, random } = school;
  const userId = userIdOf(`student ${number}`);
  const actor = { id: userId, role: 'Student' } as const;
  const instructor = { id: random.pick(instructors), role: 'Instructor' } as const;
  const streamOfStudent = userStream(userId);
  const name = `Student ${number}`;
  const email = `student-${number}@example.org`;
  const profile = { name, email, imageUrl: `/people/${number}.svg` };
  const role = { userType: 'Student', wishedType: null } as const;
  yield {
    actor,
    events: [
      [streamOfStudent, { type: 'UserRegistered', data: { identity: `uid-${number}`, ...profile, ...role } }],
    ],
  };
  if (random.chance(0.3)) {
    const { imageUrl } = profile;
    yield {
      actor,
      events: [[streamOfStudent, { type: 'UserProfileEdited', data: { name: `${name}, again`, imageUrl } }]],
    };
  }
  // The courses of a student are 37 places apart in the list, so that they differ.
  const first = random.integerBelow(courses.length);
  for (let course = random.integerBelow(4); course >= 0; course -= 1) {
    const enrolment = { userId, courseId: courses[(first + 37 * course) % courses.length] ?? '' };
    const streamOfBookmark = bookmarkStream(bookmarkIdOf(userId, enrolment.courseId));
    const isBookmarked = random.chance(0.7);
    if (isBookmarked)
      yield { actor, events: [[streamOfBookmark, { type: 'CourseBookmarked', data: enrolment }]] };
    yield* courseAppends(enrolment, actor, instructor, random);
    if (isBookmarked && random.chance(0.3))
      yield { actor, events: [[streamOfBookmark, { type: 'BookmarkRemoved', data: enrolment }]] };
  }
  if (random.chance(0.03))
    yield { actor, events: [[streamOfStudent, { type: 'UserRemoved', data: {} }]], removedUserId: userId };
}
