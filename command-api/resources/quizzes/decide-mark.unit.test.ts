import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { updated } from '#contract/schemas/command-results.ts';
import type { CourseState } from '../../aggregates/course.ts';
import type { Actor } from '../../authorization.ts';
import { listedCourse, removedCourse } from '../../testing/course-states.ts';
import { quizAfter, quizFinished, quizMarked, quizStarted } from '../../testing/quiz-events.ts';
import { refusalCode } from '../../testing/refusal-code.ts';
import { registeredUser } from '../../testing/registered-user.ts';
import { markQuiz } from './decide-mark.ts';

const taughtBy = (instructorId: string | null): CourseState => ({
  ...listedCourse,
  fields: { ...listedCourse.fields, instructorId },
});
const student = registeredUser('Sam', 'Student');
const answers = { 'cse-w1': 'Because.', 'cse-w2': 'It ends.' };
const marks = { 'cse-w1': 8, 'cse-w2': 6.5 };
const submitted = quizFinished({ answers, score: null, outOf: 50 });
const unmarked = quizAfter(quizStarted('written'), submitted);
const admin: Actor = { id: 'ada', role: 'Admin' };
const grace: Actor = { id: 'grace', role: 'Instructor' };
const mark = (
  change: { actor?: Actor; marks?: Record<string, number>; remark?: string } = {},
  states: Partial<Parameters<typeof markQuiz>[1]> = {},
) =>
  markQuiz(
    { actor: admin, marks, remark: '', ...change },
    { quiz: unmarked, course: taughtBy('grace'), student, ...states },
  );

test('lets an Admin and the teacher of the course mark a quiz, even if the course was removed', () => {
  for (const actor of [admin, grace])
    expect(mark({ actor, remark: 'Clear.' })).toEqual({
      events: [quizMarked(marks, 'Clear.')],
      answer: updated(1, 1),
    });
  const removed: CourseState = {
    ...removedCourse,
    fields: { ...removedCourse.fields, instructorId: 'grace' },
  };
  expect(mark({ actor: grace }, { course: removed }).events).toHaveLength(1);
});

test('refuses Instructors of other courses, an Instructor who became a Student, and the student of the attempt', () => {
  const cases: readonly [Actor, CourseState][] = [
    [{ id: 'hal', role: 'Instructor' }, taughtBy('grace')],
    [grace, taughtBy(null)],
    [{ id: 'grace', role: 'Student' }, taughtBy('grace')],
    [{ id: 'sam', role: 'Admin' }, taughtBy('grace')],
    [{ id: 'sam', role: 'Instructor' }, taughtBy('sam')],
  ];
  for (const [actor, course] of cases)
    expect(refusalCode(() => mark({ actor }, { course }))).toBe('forbidden');
});

test('replaces the marks and the remark, and records nothing if both are the same', () => {
  const quiz = quizAfter(quizStarted('written'), submitted, quizMarked(marks, 'Clear.'));
  expect(mark({ remark: 'Clear.' }, { quiz })).toEqual({ events: [], answer: updated(1, 0) });
  const higher = { ...marks, 'cse-w2': 7 };
  expect(mark({ marks: higher, remark: 'Clear.' }, { quiz }).events).toEqual([quizMarked(higher, 'Clear.')]);
  expect(mark({ remark: 'Clearer.' }, { quiz }).events).toEqual([quizMarked(marks, 'Clearer.')]);
});

test('requires a mark for each answer, refuses marks of questions that were not asked, and drops marks of unanswered ones', () => {
  expect(refusalCode(() => mark({ marks: { 'cse-w1': 8 } }))).toBe('invalid-input');
  expect(refusalCode(() => mark({ marks: { ...marks, 'eee-w1': 8 } }))).toBe('invalid-input');
  expect(mark({ marks: { ...marks, 'cse-w3': 10 } }).events).toEqual([quizMarked(marks)]);
});

test('refuses a multiple-choice quiz, a running quiz, and a quiz that was submitted too late', () => {
  const unmarkable = [
    quizAfter(quizStarted(), quizFinished()),
    quizAfter(quizStarted('written')),
    quizAfter(quizStarted('written'), quizFinished({ score: null, outOf: 50, late: true })),
  ];
  for (const quiz of unmarkable) expect(refusalCode(() => mark({ marks: {} }, { quiz }))).toBe('conflict');
  expect(endpoints.markQuiz.problems).toContain('conflict');
});

test('reports that no attempt matched if the attempt is unknown or its student was removed', () => {
  const unknown = { quiz: quizAfter(), course: null, student: null };
  expect(mark({}, unknown).answer).toEqual(updated(0, 0));
  // An Instructor gets the same refusal as for an attempt in somebody else’s course.
  expect(refusalCode(() => mark({ actor: grace }, unknown))).toBe('forbidden');
  expect(mark({}, { student: { status: 'removed' } })).toEqual({ events: [], answer: updated(0, 0) });
});

test('refuses a quiz whose answers can no longer be decrypted', () => {
  const quiz = quizAfter(quizStarted('written'), quizFinished({ answers: null, score: null, outOf: 50 }));
  expect(refusalCode(() => mark({}, { quiz }))).toBe('conflict');
});
