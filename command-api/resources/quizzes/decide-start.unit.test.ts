import { expect, test } from 'vitest';
import { OutdatedResolutionError } from '../../command-handler/decision.ts';
import { listedCourse as course, removedCourse, unknownCourse } from '../../testing/course-states.ts';
import {
  courseLeft,
  courseStarted,
  enrolled,
  enrolmentAfter,
  samInCounting,
} from '../../testing/enrolment-events.ts';
import {
  deadline,
  questionIds,
  quizAfter,
  quizFinished,
  quizStarted,
  secondsAfterDeadline,
} from '../../testing/quiz-events.ts';
import { refusalCode } from '../../testing/refusal-code.ts';
import { startQuiz } from './decide-start.ts';

const sam = { id: 'sam' };
const unknownQuiz = quizAfter();
const enrolment = enrolmentAfter(enrolled, courseStarted);
type Command = Parameters<typeof startQuiz>[0];
const first: Command = { actor: sam, attemptId: 'first', kind: 'mcq', now: secondsAfterDeadline(-60) };
const second = { ...first, attemptId: 'second' };
const start = (states: Partial<Parameters<typeof startQuiz>[1]>, command = first) =>
  startQuiz(command, { enrolment, course, latest: null, next: unknownQuiz, ...states });

test('starts a quiz with all questions of its kind and a deadline in 60 seconds', () => {
  for (const kind of ['mcq', 'written'] as const) {
    const { events, answer } = startQuiz(
      { ...first, kind },
      { enrolment, course, latest: null, next: unknownQuiz },
    );
    expect(answer).toEqual({ _id: 'first' });
    expect(events).toEqual([
      {
        type: 'QuizStarted',
        data: {
          ...samInCounting,
          attemptId: 'first',
          code: 'CSE',
          kind,
          questionIds: expect.arrayContaining(questionIds[kind]),
          deadline: deadline.toISOString(),
        },
      },
    ]);
  }
});

test('starts a quiz in a course that was removed from the catalogue', () => {
  expect(start({ course: removedCourse }).events).toHaveLength(1);
});

test('answers with the running attempt while there is one', () => {
  const running = { events: [], answer: { _id: 'first' } };
  for (const now of [secondsAfterDeadline(-59), secondsAfterDeadline(-0.001)]) {
    expect(start({ latest: quizAfter(quizStarted()) }, { ...second, now })).toEqual(running);
    // Another tab has just started the attempt that this command would start.
    expect(start({ next: quizAfter(quizStarted()) }, { ...first, now })).toEqual(running);
  }
});

test('starts the next attempt after a submission or the deadline', () => {
  const submitted = quizAfter(quizStarted(), quizFinished());
  expect(start({ latest: submitted }, { ...second, now: secondsAfterDeadline(-30) }).answer).toEqual({
    _id: 'second',
  });
  const expired = quizAfter(quizStarted());
  expect(start({ latest: expired }, { ...second, now: secondsAfterDeadline(0) }).answer).toEqual({
    _id: 'second',
  });
});

test('asks for another resolution if the next attempt has already ended', () => {
  const next = quizAfter(quizStarted(), quizFinished());
  expect(() => start({ next })).toThrow(OutdatedResolutionError);
  expect(() => start({ next: quizAfter(quizStarted()) }, { ...first, now: secondsAfterDeadline(1) })).toThrow(
    OutdatedResolutionError,
  );
});

test('refuses before the course is started, after leaving it, and for another student’s enrolment', () => {
  expect(refusalCode(() => start({ enrolment: enrolmentAfter() }))).toBe('course-not-started');
  expect(refusalCode(() => start({ enrolment: enrolmentAfter(enrolled) }))).toBe('course-not-started');
  expect(refusalCode(() => start({ enrolment: enrolmentAfter(enrolled, courseStarted, courseLeft) }))).toBe(
    'conflict',
  );
  expect(
    refusalCode(() =>
      startQuiz({ ...first, actor: { id: 'eve' } }, { enrolment, course, latest: null, next: unknownQuiz }),
    ),
  ).toBe('course-not-started');
});

test('refuses an unknown course', () => {
  expect(refusalCode(() => start({ course: unknownCourse }))).toBe('no-questions');
});
