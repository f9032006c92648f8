import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { enrolmentStream } from '#events/catalogue/streams/enrolment.ts';
import { quizStream } from '#events/catalogue/streams/quiz.ts';
import { recorded, testId } from '../../testing/recorded-events.ts';
import { certificateIssued } from '../../testing/school-history.ts';
import { countEvents, quizzesStartedEarlier } from './count-events.ts';

const [sam, eve, course, other] = [testId(1), testId(2), testId(11), testId(12)];
const noQuizzes = new Map<string, string[]>();
const ids = (userId: string, courseId = course) => ({ userId, courseId });
const enrolled = (userId: string): DomainEvent => ({ type: 'StudentEnrolled', data: ids(userId) });
const left = (userId: string): DomainEvent => ({ type: 'StudentLeft', data: ids(userId) });
const started = (userId: string): DomainEvent => ({
  type: 'CourseStarted',
  data: { ...ids(userId), startedBy: 'enrolment' },
});
const completed = (userId: string, module: number): DomainEvent => ({
  type: 'ModuleCompleted',
  data: { ...ids(userId), module },
});
const attempt = testId(31);
const quiz = (kind: 'mcq' | 'written', id = attempt): DomainEvent => ({
  type: 'QuizStarted',
  data: {
    ...{ ...ids(sam), attemptId: id, code: 'CSE', kind, deadline: '2026-01-01T00:01:00.000Z' },
    questionIds: ['cse-c1', 'cse-c2'],
  },
});
const submitted = (right: string[] | null, late = false, id = attempt): DomainEvent => ({
  type: 'QuizFinished',
  data: { ...ids(sam), attemptId: id, answers: {}, score: right?.length ?? null, outOf: 2, late, right },
});

test('counts each step once per enrolment, and every activity', () => {
  const [first, second] = [enrolmentStream(testId(21)), enrolmentStream(testId(22))];
  const { courses, quarters } = countEvents(
    recorded([
      [first, enrolled(sam)],
      [first, started(sam)],
      ...[1, 2, 3, 4, 5].map((module) => [first, completed(sam, module)] as const),
      [first, certificateIssued(ids(sam), 1)],
      [second, enrolled(eve)],
      [second, left(eve)],
      [second, enrolled(eve)],
      [second, started(eve)],
      [second, completed(eve, 1)],
    ]),
    noQuizzes,
  );
  expect([...courses.values()]).toEqual([
    {
      ...{ id: course, enrolled: 2, started: 2, certificate: 1 },
      ...{ module1: 2, module2: 1, module3: 1, module4: 1, module5: 1 },
    },
  ]);
  expect([...quarters.values()]).toEqual([
    {
      ...{ quarter: new Date('2026-01-01T00:00:00Z'), bookmarks: 0, notes: 0, quizzes: 0, reviews: 0 },
      ...{ enrolments: 3, starts: 2, modules: 6, completions: 1, certificates: 1 },
    },
  ]);
});

test('counts an activity in its quarter of an hour', () => {
  const bookmarked: DomainEvent = { type: 'CourseBookmarked', data: ids(sam, other) };
  const [first, second] = recorded([
    [`bookmark-${testId(41)}`, bookmarked],
    [`bookmark-${testId(42)}`, bookmarked],
  ]);
  if (!first || !second) throw new Error('expected two events');
  const withTime = (iso: string, event: typeof first) => ({ ...event, recordedAt: new Date(iso) });
  const { quarters, courses } = countEvents(
    [withTime('2026-03-31T21:59:59.999Z', first), withTime('2026-03-31T22:00:00.000Z', second)],
    noQuizzes,
  );
  expect([...quarters.values()].map(({ quarter, bookmarks }) => [quarter.toISOString(), bookmarks])).toEqual([
    ['2026-03-31T21:45:00.000Z', 1],
    ['2026-03-31T22:00:00.000Z', 1],
  ]);
  expect(courses.size).toBe(0);
});

test('counts all questions of a submitted quiz, whether it started in the same page or earlier', () => {
  const stream = quizStream(attempt);
  const [start, end] = recorded([
    [stream, quiz('mcq')],
    [stream, submitted(['cse-c2'])],
  ]);
  if (!start || !end) throw new Error('expected two events');
  const expected = [
    { id: 'cse-c1', asked: 1, right: 0 },
    { id: 'cse-c2', asked: 1, right: 1 },
  ];
  const together = countEvents([start, end], noQuizzes);
  expect([...together.questions.values()]).toEqual(expected);
  expect(together.started.size).toBe(0);
  const startOnly = countEvents([start], noQuizzes);
  expect([...startOnly.started]).toEqual([[attempt, ['cse-c1', 'cse-c2']]]);
  expect(quizzesStartedEarlier([start, end])).toEqual([]);
  expect(quizzesStartedEarlier([end])).toEqual([attempt]);
  const endOnly = countEvents([end], startOnly.started);
  expect([...endOnly.questions.values()]).toEqual(expected);
  expect(() => countEvents([end], noQuizzes)).toThrow('never started');
});

test('counts no questions of a quiz that is late or written, or whose event does not say which answers are right', () => {
  const stream = quizStream(attempt);
  for (const [kind, end] of [
    ['mcq', submitted([], true)],
    ['written', submitted(null)],
    ['mcq', submitted(null)],
  ] as const) {
    const { questions, started: unfinished } = countEvents(
      recorded([
        [stream, quiz(kind)],
        [stream, end],
      ]),
      noQuizzes,
    );
    expect([questions.size, unfinished.size]).toEqual([0, 0]);
  }
});
