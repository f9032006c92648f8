import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { enrolmentStream } from '#events/catalogue/enrolment.ts';
import { quizStream } from '#events/catalogue/quiz.ts';
import { userStream } from '#events/catalogue/user.ts';
import { retryParked } from '../parking/retry.ts';
import type { Projection } from '../projection/projection.ts';
import { tablesIn } from '../projection/tables.ts';
import { advance } from '../runner/advance.ts';
import { memoryLog } from '../testing/memory-log.ts';
import { projectorDatabase, snapshot } from '../testing/projector-database.ts';
import { recorded, testId } from '../testing/recorded-events.ts';
import { schoolHistory } from '../testing/school.ts';
import { insight } from './insight.ts';

const [gone, stays, courseId] = [testId(1), testId(2), testId(9)];
const enrolled = (userId: string): DomainEvent => ({ type: 'StudentEnrolled', data: { userId, courseId } });
const [attempt, taken] = [testId(31), testId(32)];
const begun = (id: string): DomainEvent => ({
  type: 'QuizStarted',
  data: {
    ...{ userId: stays, courseId, attemptId: id, code: 'CSE', kind: 'mcq' },
    ...{ questionIds: ['cse-c1', 'cse-c2'], deadline: '2026-01-01T00:01:00.000Z' },
  },
});
const ended = (id: string, right: string[]): DomainEvent => ({
  type: 'QuizFinished',
  data: {
    ...{ userId: stays, courseId, attemptId: id, answers: {}, score: right.length, outOf: 2 },
    ...{ late: false, right },
  },
});
const late = enrolmentStream(testId(21));
const history = recorded([
  [late, enrolled(gone)],
  [enrolmentStream(testId(22)), enrolled(stays)],
  [quizStream(attempt), begun(attempt)],
  [quizStream(taken), begun(taken)],
  [quizStream(taken), ended(taken, ['cse-c1'])],
  [userStream(gone), { type: 'UserRemoved', data: {} }],
  [quizStream(attempt), ended(attempt, ['cse-c1', 'cse-c2'])],
]);

type Database = Awaited<ReturnType<typeof projectorDatabase>>;
const take = async (
  database: Database,
  projection: Projection,
  events: typeof history,
  ends: readonly number[],
) => {
  const writer = await database.open();
  let from = 0;
  for (const to of ends) {
    await advance(writer.db, [projection], { from, to, events: events.slice(from, to) });
    from = to;
  }
  return writer;
};
const sums = async (writer: Awaited<ReturnType<typeof take>>) => {
  const { insightCourses, insightQuarters, insightQuestions, insightAttempts, insightCounted } =
    await snapshot(writer);
  return { insightCourses, insightQuarters, insightQuestions, insightAttempts, insightCounted };
};

const expected = {
  insightCourses: [
    {
      ...{ id: courseId, enrolled: 2, started: 0, certificate: 0 },
      ...{ module1: 0, module2: 0, module3: 0, module4: 0, module5: 0 },
    },
  ],
  insightQuarters: [
    {
      ...{ quarter: new Date('2026-01-01T00:00:00Z'), enrolments: 2, quizzes: 2, bookmarks: 0, starts: 0 },
      ...{ modules: 0, notes: 0, reviews: 0, certificates: 0, completions: 0 },
    },
  ],
  insightQuestions: [
    { id: 'cse-c1', asked: 2, right: 2 },
    { id: 'cse-c2', asked: 2, right: 1 },
  ],
  insightAttempts: [],
  // Of the positions 1 to 5 and 7.
  insightCounted: [{ block: 0, bits: `7d${'00'.repeat(255)}` }],
};

test('the sums are the same however the events are paged, and keep what a removed person did', async () => {
  for (const ends of [[7], [3, 7], [1, 2, 3, 4, 5, 6, 7]]) {
    await using database = await projectorDatabase();
    expect(await sums(await take(database, insight, history, ends))).toEqual(expected);
  }
});

test('a stream that waited is counted once when it is freed, after a removal too', async () => {
  const mistaken: Projection = {
    ...insight,
    async apply(page, tables) {
      if (page.some(({ stream }) => stream === late || stream === quizStream(taken)))
        throw new Error('a mistake in the code');
      await insight.apply(page, tables);
    },
  };
  await using database = await projectorDatabase();
  const writer = await take(database, mistaken, history, [4, 7]);
  expect((await sums(writer)).insightQuestions).toEqual([
    { id: 'cse-c1', asked: 1, right: 1 },
    { id: 'cse-c2', asked: 1, right: 1 },
  ]);
  await retryParked(writer.db, insight, memoryLog(history));
  await retryParked(writer.db, insight, memoryLog(history));
  expect(await sums(writer)).toEqual(expected);
});

test('a page that comes again adds nothing', async () => {
  const events = schoolHistory(60).filter((event) => insight.eventTypes.has(event.type));
  await using database = await projectorDatabase();
  const writer = await database.open();
  const apply = (page: typeof events) =>
    writer.db.transaction().execute((transaction) => insight.apply(page, tablesIn(transaction)));
  await apply(events.slice(0, 40));
  await apply(events);
  const once = await sums(writer);
  expect(once.insightAttempts.length).toBeGreaterThan(0);
  expect(once.insightQuestions.length).toBeGreaterThan(0);
  await apply(events.slice(20));
  expect(await sums(writer)).toEqual(once);
});
