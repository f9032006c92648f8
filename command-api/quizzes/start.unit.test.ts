import { expect, test } from 'vitest';
import { listedCourse as course, removedCourse, unknownCourse } from '../testing/course-states.ts';
import {
  deadline,
  enrolmentStates,
  fromDeadline,
  givenQuiz,
  questionIds,
  quizFinished,
  quizStarted,
  way,
} from '../testing/quiz-events.ts';
import { refusalOf } from '../testing/refusal.ts';
import { NewerAttempt, startQuiz } from './start.ts';

const sam = { id: 'sam' };
const none = givenQuiz();
const enrolment = enrolmentStates.started;
type Command = Parameters<typeof startQuiz>[0];
const first: Command = { actor: sam, attemptId: 'first', kind: 'mcq', now: fromDeadline(-60) };
const second = { ...first, attemptId: 'second' };
const start = (states: Partial<Parameters<typeof startQuiz>[1]>, command = first) =>
  startQuiz(command, { enrolment, course, latest: none, next: none, ...states });

test('given a started course, a quiz starts: all questions of its kind, and sixty seconds', () => {
  for (const kind of ['mcq', 'written'] as const) {
    const { events, answer } = startQuiz({ ...first, kind }, { enrolment, course, latest: none, next: none });
    expect(answer).toEqual({ _id: 'first' });
    expect(events).toEqual([
      {
        type: 'QuizStarted',
        data: {
          ...{ ...way, attemptId: 'first', code: 'CSE', kind },
          questionIds: expect.arrayContaining(questionIds[kind]),
          deadline: deadline.toISOString(),
        },
      },
    ]);
  }
});

test('who is enrolled keeps the quizzes of a course that left the catalogue', () => {
  expect(start({ course: removedCourse }).events).toHaveLength(1);
});

test('starting again while it runs answers the same attempt, from whatever tab', () => {
  const running = { events: [], answer: { _id: 'first' } };
  for (const now of [fromDeadline(-59), fromDeadline(-0.001)]) {
    expect(start({ latest: givenQuiz(quizStarted()) }, { ...second, now })).toEqual(running);
    // Another tab was first with the very attempt that was to be started.
    expect(start({ next: givenQuiz(quizStarted()) }, { ...first, now })).toEqual(running);
  }
});

test('once it was submitted, or its time is up, the next one starts', () => {
  const submitted = givenQuiz(quizStarted(), quizFinished());
  expect(start({ latest: submitted }, { ...second, now: fromDeadline(-30) }).answer).toEqual({
    _id: 'second',
  });
  const runOut = givenQuiz(quizStarted());
  expect(start({ latest: runOut }, { ...second, now: fromDeadline(0) }).answer).toEqual({ _id: 'second' });
});

test('where the next one has been and is over already, it is looked for again', () => {
  const next = givenQuiz(quizStarted(), quizFinished());
  expect(() => start({ next })).toThrow(NewerAttempt);
  expect(() => start({ next: givenQuiz(quizStarted()) }, { ...first, now: fromDeadline(1) })).toThrow(
    NewerAttempt,
  );
});

test('there are no quizzes before the course is started, nor after it was left, nor in another’s', () => {
  expect(refusalOf(() => start({ enrolment: enrolmentStates.unknown }))).toBe('course-not-started');
  expect(refusalOf(() => start({ enrolment: enrolmentStates.enrolled }))).toBe('course-not-started');
  expect(refusalOf(() => start({ enrolment: enrolmentStates.left }))).toBe('conflict');
  expect(
    refusalOf(() =>
      startQuiz({ ...first, actor: { id: 'eve' } }, { enrolment, course, latest: none, next: none }),
    ),
  ).toBe('forbidden');
});

test('where nothing can be asked, that is said', () => {
  expect(refusalOf(() => start({ course: unknownCourse }))).toBe('no-questions');
});
