import { expect, test } from 'vitest';
import { updated } from '#contract/answers.ts';
import type { Actor } from '../actor/actor.ts';
import type { CourseState } from '../courses/decide.ts';
import { listedCourse, removedCourse } from '../testing/course-states.ts';
import { givenQuiz, quizFinished, quizMarked, quizStarted } from '../testing/quiz-events.ts';
import { refusalOf } from '../testing/refusal.ts';
import type { UserState } from '../users/decide.ts';
import { markQuiz } from './mark.ts';

const taughtBy = (instructorId: string | null): CourseState => ({
  ...listedCourse,
  facts: { ...listedCourse.facts, instructorId },
});
const student: UserState = {
  ...{ status: 'registered', name: 'Sam', imageUrl: '/sam.svg' },
  ...{ userType: 'Student', wishedType: null },
};
const answers = { 'cse-w1': 'Because.', 'cse-w2': 'It ends.' };
const marks = { 'cse-w1': 8, 'cse-w2': 6.5 };
const submitted = quizFinished({ answers, score: null, outOf: 50 });
const waiting = givenQuiz(quizStarted('written'), submitted);
const admin: Actor = { id: 'ada', role: 'Admin' };
const grace: Actor = { id: 'grace', role: 'Instructor' };
const mark = (
  change: { actor?: Actor; marks?: Record<string, number>; remark?: string } = {},
  states: Partial<Parameters<typeof markQuiz>[1]> = {},
) =>
  markQuiz(
    { actor: admin, marks, remark: '', ...change },
    { quiz: waiting, course: taughtBy('grace'), student, ...states },
  );

test('an Admin and the course’s instructor mark what waits', () => {
  for (const actor of [admin, grace])
    expect(mark({ actor, remark: 'Clear.' })).toEqual({
      events: [quizMarked(marks, 'Clear.')],
      answer: updated(1, 1),
    });
  const withdrawn: CourseState = {
    ...removedCourse,
    facts: { ...removedCourse.facts, instructorId: 'grace' },
  };
  expect(mark({ actor: grace }, { course: withdrawn }).events).toHaveLength(1);
});

test('nobody else does: not another instructor, not who is no instructor any more, not oneself', () => {
  const others: readonly [Actor, CourseState][] = [
    [{ id: 'hal', role: 'Instructor' }, taughtBy('grace')],
    [grace, taughtBy(null)],
    [{ id: 'grace', role: 'Student' }, taughtBy('grace')],
    [{ id: 'sam', role: 'Admin' }, taughtBy('grace')],
    [{ id: 'sam', role: 'Instructor' }, taughtBy('sam')],
  ];
  for (const [actor, course] of others)
    expect(refusalOf(() => mark({ actor }, { course }))).toBe('forbidden');
});

test('marks given again replace the earlier ones; the same ones modify nothing', () => {
  const quiz = givenQuiz(quizStarted('written'), submitted, quizMarked(marks, 'Clear.'));
  expect(mark({ remark: 'Clear.' }, { quiz })).toEqual({ events: [], answer: updated(1, 0) });
  const higher = { ...marks, 'cse-w2': 7 };
  expect(mark({ marks: higher, remark: 'Clear.' }, { quiz }).events).toEqual([quizMarked(higher, 'Clear.')]);
  expect(mark({ remark: 'Clearer.' }, { quiz }).events).toEqual([quizMarked(marks, 'Clearer.')]);
});

test('each answer has a mark, and nothing else has one', () => {
  expect(refusalOf(() => mark({ marks: { 'cse-w1': 8 } }))).toBe('invalid-input');
  expect(refusalOf(() => mark({ marks: { ...marks, 'eee-w1': 8 } }))).toBe('invalid-input');
  expect(mark({ marks: { ...marks, 'cse-w3': 10 } }).events).toEqual([quizMarked(marks)]);
});

test('there is nothing to mark in a multiple-choice quiz, while it runs, and where nothing was handed in', () => {
  const nothing = [
    givenQuiz(quizStarted(), quizFinished()),
    givenQuiz(quizStarted('written')),
    givenQuiz(quizStarted('written'), quizFinished({ score: null, outOf: 50, late: true })),
  ];
  for (const quiz of nothing) expect(refusalOf(() => mark({ marks: {} }, { quiz }))).toBe('conflict');
});

test('what never was, and what was a removed student’s, matches nothing', () => {
  expect(mark({}, { quiz: givenQuiz() }).answer).toEqual(updated(0, 0));
  expect(mark({}, { student: { status: 'removed' } })).toEqual({ events: [], answer: updated(0, 0) });
});

test('a removed student’s answers are nobody’s any more', () => {
  const quiz = givenQuiz(quizStarted('written'), quizFinished({ answers: null, score: null, outOf: 50 }));
  expect(refusalOf(() => mark({}, { quiz }))).toBe('conflict');
});
