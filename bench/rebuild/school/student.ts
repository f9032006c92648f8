import { bookmarkStream } from '#events/catalogue/bookmark.ts';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { enrolmentStream } from '#events/catalogue/enrolment.ts';
import { noteStream } from '#events/catalogue/note.ts';
import { quizStream } from '#events/catalogue/quiz.ts';
import { reviewStream } from '#events/catalogue/review.ts';
import { userStream } from '#events/catalogue/user.ts';
import {
  bookmarkIdOf,
  enrolmentIdOf,
  noteIdOf,
  quizIdOf,
  reviewIdOf,
  userIdOf,
} from '#platform/identity/ids.ts';
import type { Chance } from './chance.ts';
import type { Act, Session } from './session.ts';

const words =
  'A sentence or two about what was said in this lesson, and why it matters more than it seems at first. '.repeat(
    2,
  );

type Way = { userId: string; courseId: string };

const noted = (way: Way, enrolmentId: string, module: number, chance: Chance): Act[] => {
  const { userId } = way;
  const stream = noteStream(noteIdOf(userId, `${way.courseId} ${module} ${chance.below(1_000_000)}`));
  const place = { enrolmentId, courseCalledBy: 'enrolment', module, second: chance.below(300) } as const;
  const acts: Act[] = [[stream, { type: 'NoteTaken', data: { ...way, ...place, text: words } }]];
  if (chance.happens(0.4))
    acts.push([stream, { type: 'NoteEdited', data: { userId, text: `Again: ${words}` } }]);
  if (chance.happens(0.1)) {
    acts.push([stream, { type: 'NoteRemoved', data: { userId } }]);
    if (chance.happens(0.3)) acts.push([stream, { type: 'NoteRestored', data: { userId } }]);
  }
  return acts;
};

/** A quiz: most are submitted; the written ones are read by an instructor, later. */
const quizzed = (way: Way, enrolmentId: string, number: number, chance: Chance) => {
  const kind = chance.happens(0.7) ? 'mcq' : 'written';
  const attemptId = quizIdOf(enrolmentId, kind, number);
  const stream = quizStream(attemptId);
  const letter = kind === 'mcq' ? 'c' : 'w';
  const questionIds = [1, 2, 3, 4, 5].map((question) => `cse-${letter}${question}`);
  const answers = Object.fromEntries(questionIds.map((id) => [id, kind === 'mcq' ? chance.below(4) : words]));
  const right = questionIds.filter(() => chance.happens(0.6));
  const result = kind === 'mcq' ? { score: right.length, right } : { score: null, right: null };
  const deadline = '2026-01-01T00:01:00.000Z';
  const own: Act[] = [
    [stream, { type: 'QuizStarted', data: { ...way, attemptId, code: 'CSE', kind, questionIds, deadline } }],
  ];
  const marks: Act[] = [];
  if (chance.happens(0.9)) {
    const data = { ...way, attemptId, answers, ...result, outOf: 5, late: false };
    own.push([stream, { type: 'QuizFinished', data }]);
    const given = Object.fromEntries(questionIds.map((id) => [id, chance.below(21) / 2]));
    if (kind === 'written')
      marks.push([stream, { type: 'QuizMarked', data: { ...way, attemptId, marks: given, remark: words } }]);
  }
  return { own, marks };
};

const certified = (way: Way, enrolmentId: string): DomainEvent => ({
  type: 'CertificateIssued',
  data: {
    ...{
      ...way,
      number: `LYC-${enrolmentId}`,
      courseName: 'A course',
      courseCode: 'CSE',
      instructor: 'E. Codd',
    },
    ...{ studentName: 'A student of the school', nameCommitment: 'c0'.repeat(32), nameSalt: '5a'.repeat(32) },
  },
});

const reviewed = (way: Way, enrolmentId: string, chance: Chance): Act[] => {
  const stream = reviewStream(reviewIdOf(enrolmentId));
  const says = () =>
    ({ courseCalledBy: 'enrolment', rating: 1 + chance.below(91) / 10, comment: words }) as const;
  const acts: Act[] = [[stream, { type: 'ReviewSubmitted', data: { ...way, enrolmentId, ...says() } }]];
  if (chance.happens(0.2)) acts.push([stream, { type: 'ReviewRevised', data: { ...way, ...says() } }]);
  if (chance.happens(0.05)) {
    acts.push([stream, { type: 'ReviewRemoved', data: { ...way, by: 'admin' } }]);
    if (chance.happens(0.3)) acts.push([stream, { type: 'ReviewRestored', data: way }]);
  }
  return acts;
};

/** One student's way through one course: most begin, half get to its end. */
function* wayThrough(
  way: Way,
  by: Session['by'],
  instructor: Session['by'],
  chance: Chance,
): Generator<Session> {
  const id = enrolmentIdOf(way.userId, way.courseId);
  const stream = enrolmentStream(id);
  yield { by, acts: [[stream, { type: 'StudentEnrolled', data: way }]] };
  if (chance.happens(0.1)) {
    yield { by, acts: [[stream, { type: 'StudentLeft', data: way }]] };
    return;
  }
  yield { by, acts: [[stream, { type: 'CourseStarted', data: { ...way, startedBy: 'enrolment' } }]] };
  for (let module = 1; module <= 5; module += 1) {
    if (chance.happens(0.13)) return;
    const acts: Act[] = chance.happens(0.6) ? noted(way, id, module, chance) : [];
    acts.push([stream, { type: 'ModuleCompleted', data: { ...way, module } }]);
    yield { by, acts };
    if (!chance.happens(0.5)) continue;
    const { own, marks } = quizzed(way, id, module, chance);
    yield { by, acts: own };
    if (marks.length > 0) yield { by: instructor, acts: marks };
  }
  yield { by, acts: [[stream, certified(way, id)]] };
  if (chance.happens(0.6)) yield { by, acts: reviewed(way, id, chance) };
}

/** All that a student does in the school, session by session; some twenty events a course. */
export function* lifeOf(
  number: number,
  school: { courses: readonly string[]; instructors: readonly string[]; chance: Chance },
): Generator<Session> {
  const { courses, instructors, chance } = school;
  const userId = userIdOf(`student ${number}`);
  const by = { id: userId, role: 'Student' } as const;
  const instructor = { id: chance.oneOf(instructors), role: 'Instructor' } as const;
  const person = userStream(userId);
  const [name, email] = [`Student ${number}`, `student-${number}@example.org`];
  const profile = { name, email, imageUrl: `/people/${number}.svg` };
  const role = { userType: 'Student', wishedType: null } as const;
  yield {
    by,
    acts: [[person, { type: 'UserRegistered', data: { identity: `uid-${number}`, ...profile, ...role } }]],
  };
  if (chance.happens(0.3)) {
    const { imageUrl } = profile;
    yield { by, acts: [[person, { type: 'UserProfileEdited', data: { name: `${name}, again`, imageUrl } }]] };
  }
  const first = chance.below(courses.length);
  for (let course = chance.below(4); course >= 0; course -= 1) {
    const way = { userId, courseId: courses[(first + 37 * course) % courses.length] ?? '' };
    const mark = bookmarkStream(bookmarkIdOf(userId, way.courseId));
    const isMarked = chance.happens(0.7);
    if (isMarked) yield { by, acts: [[mark, { type: 'CourseBookmarked', data: way }]] };
    yield* wayThrough(way, by, instructor, chance);
    if (isMarked && chance.happens(0.3)) yield { by, acts: [[mark, { type: 'BookmarkRemoved', data: way }]] };
  }
  if (chance.happens(0.03))
    yield { by, acts: [[person, { type: 'UserRemoved', data: {} }]], removes: userId };
}
