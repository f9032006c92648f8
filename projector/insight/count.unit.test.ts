import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { enrolmentStream } from '#events/catalogue/enrolment.ts';
import { quizStream } from '#events/catalogue/quiz.ts';
import { recorded, testId } from '../testing/recorded-events.ts';
import { certificateIssued } from '../testing/school.ts';
import { count, quizzesBegunBefore } from './count.ts';

const [sam, eve, course, other] = [testId(1), testId(2), testId(11), testId(12)];
const none = new Map<string, string[]>();
const way = (userId: string, courseId = course) => ({ userId, courseId });
const enrolled = (userId: string): DomainEvent => ({ type: 'StudentEnrolled', data: way(userId) });
const left = (userId: string): DomainEvent => ({ type: 'StudentLeft', data: way(userId) });
const started = (userId: string): DomainEvent => ({
  type: 'CourseStarted',
  data: { ...way(userId), startedBy: 'enrolment' },
});
const completed = (userId: string, module: number): DomainEvent => ({
  type: 'ModuleCompleted',
  data: { ...way(userId), module },
});
const attempt = testId(31);
const quiz = (kind: 'mcq' | 'written', id = attempt): DomainEvent => ({
  type: 'QuizStarted',
  data: {
    ...{ ...way(sam), attemptId: id, code: 'CSE', kind, deadline: '2026-01-01T00:01:00.000Z' },
    questionIds: ['cse-c1', 'cse-c2'],
  },
});
const handedIn = (right: string[] | null, late = false, id = attempt): DomainEvent => ({
  type: 'QuizFinished',
  data: { ...way(sam), attemptId: id, answers: {}, score: right?.length ?? null, outOf: 2, late, right },
});

test('steps of a course are counted once a way, acts as often as they happen', () => {
  const [first, second] = [enrolmentStream(testId(21)), enrolmentStream(testId(22))];
  const { courses, quarters } = count(
    recorded([
      [first, enrolled(sam)],
      [first, started(sam)],
      ...[1, 2, 3, 4, 5].map((module) => [first, completed(sam, module)] as const),
      [first, certificateIssued(way(sam), 1)],
      [second, enrolled(eve)],
      [second, left(eve)],
      [second, enrolled(eve)],
      [second, started(eve)],
      [second, completed(eve, 1)],
    ]),
    none,
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

test('an act belongs to the quarter of an hour in which it happened', () => {
  const bookmarked: DomainEvent = { type: 'CourseBookmarked', data: way(sam, other) };
  const [one, two] = recorded([
    [`bookmark-${testId(41)}`, bookmarked],
    [`bookmark-${testId(42)}`, bookmarked],
  ]);
  if (!one || !two) throw new Error('there are two');
  const at = (iso: string, event: typeof one) => ({ ...event, recordedAt: new Date(iso) });
  const { quarters, courses } = count(
    [at('2026-03-31T21:59:59.999Z', one), at('2026-03-31T22:00:00.000Z', two)],
    none,
  );
  expect([...quarters.values()].map(({ quarter, bookmarks }) => [quarter.toISOString(), bookmarks])).toEqual([
    ['2026-03-31T21:45:00.000Z', 1],
    ['2026-03-31T22:00:00.000Z', 1],
  ]);
  expect(courses.size).toBe(0);
});

test('a quiz that is handed in tells of each question that it asked, whenever it was started', () => {
  const stream = quizStream(attempt);
  const [begin, end] = recorded([
    [stream, quiz('mcq')],
    [stream, handedIn(['cse-c2'])],
  ]);
  if (!begin || !end) throw new Error('there are two');
  const expected = [
    { id: 'cse-c1', asked: 1, right: 0 },
    { id: 'cse-c2', asked: 1, right: 1 },
  ];
  const whole = count([begin, end], none);
  expect([...whole.questions.values()]).toEqual(expected);
  expect(whole.started.size).toBe(0);
  const before = count([begin], none);
  expect([...before.started]).toEqual([[attempt, ['cse-c1', 'cse-c2']]]);
  expect(quizzesBegunBefore([begin, end])).toEqual([]);
  expect(quizzesBegunBefore([end])).toEqual([attempt]);
  const after = count([end], before.started);
  expect([...after.questions.values()]).toEqual(expected);
  expect(() => count([end], none)).toThrow('never started');
});

test('a quiz that was too late, was written, or is older than its answers tells nothing', () => {
  const stream = quizStream(attempt);
  for (const [kind, end] of [
    ['mcq', handedIn([], true)],
    ['written', handedIn(null)],
    ['mcq', handedIn(null)],
  ] as const) {
    const { questions, started: open } = count(
      recorded([
        [stream, quiz(kind)],
        [stream, end],
      ]),
      none,
    );
    expect([questions.size, open.size]).toEqual([0, 0]);
  }
});
