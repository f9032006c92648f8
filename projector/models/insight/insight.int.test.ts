import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { enrolmentStream } from '#events/catalogue/streams/enrolment.ts';
import { quizStream } from '#events/catalogue/streams/quiz.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import type { Writer } from '../../connection/writer.ts';
import { retryParkedStreams } from '../../parked-streams/retry-parked-streams.ts';
import { createDatabaseTables } from '../../projection/database-tables.ts';
import { createBuggyProjection } from '../../testing/buggy-projection.ts';
import { createMemoryLog } from '../../testing/memory-log.ts';
import { advanceInPages, openProjectorDatabase, snapshot } from '../../testing/projector-database.ts';
import { recorded, testId } from '../../testing/recorded-events.ts';
import { schoolHistory } from '../../testing/school-history.ts';
import { insight } from './insight.ts';

const [removedId, otherId, courseId] = [testId(1), testId(2), testId(9)];
const enrolled = (userId: string): DomainEvent => ({ type: 'StudentEnrolled', data: { userId, courseId } });
const [firstQuiz, secondQuiz] = [testId(31), testId(32)];
const started = (id: string): DomainEvent => ({
  type: 'QuizStarted',
  data: {
    ...{ userId: otherId, courseId, attemptId: id, code: 'CSE', kind: 'mcq' },
    ...{ questionIds: ['cse-c1', 'cse-c2'], deadline: '2026-01-01T00:01:00.000Z' },
  },
});
const finished = (id: string, right: string[]): DomainEvent => ({
  type: 'QuizFinished',
  data: {
    ...{ userId: otherId, courseId, attemptId: id, answers: {}, score: right.length, outOf: 2 },
    ...{ late: false, right },
  },
});
const parkedEnrolment = enrolmentStream(testId(21));
const history = recorded([
  [parkedEnrolment, enrolled(removedId)],
  [enrolmentStream(testId(22)), enrolled(otherId)],
  [quizStream(firstQuiz), started(firstQuiz)],
  [quizStream(secondQuiz), started(secondQuiz)],
  [quizStream(secondQuiz), finished(secondQuiz, ['cse-c1'])],
  [userStream(removedId), { type: 'UserRemoved', data: {} }],
  [quizStream(firstQuiz), finished(firstQuiz, ['cse-c1', 'cse-c2'])],
]);

const readTotals = async (writer: Writer) => {
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
  // The bits of the positions 1 to 5 and 7.
  insightCounted: [{ block: 0, bits: `7d${'00'.repeat(255)}` }],
};

test('calculates the same totals whatever the page sizes, and still counts what removed users did', async () => {
  for (const pageEnds of [[7], [3, 7], [1, 2, 3, 4, 5, 6, 7]]) {
    const database = await openProjectorDatabase();
    const writer = await database.open();
    await advanceInPages(writer, [insight], history, pageEnds);
    expect(await readTotals(writer)).toEqual(expected);
  }
});

test('counts a parked stream once when it recovers, even after its user was removed', async () => {
  const buggy = createBuggyProjection(
    insight,
    ({ stream }) => stream === parkedEnrolment || stream === quizStream(secondQuiz),
  );
  const database = await openProjectorDatabase();
  const writer = await database.open();
  await advanceInPages(writer, [buggy], history, [4, 7]);
  expect((await readTotals(writer)).insightQuestions).toEqual([
    { id: 'cse-c1', asked: 1, right: 1 },
    { id: 'cse-c2', asked: 1, right: 1 },
  ]);
  await retryParkedStreams(writer.db, insight, createMemoryLog(history));
  await retryParkedStreams(writer.db, insight, createMemoryLog(history));
  expect(await readTotals(writer)).toEqual(expected);
});

test('adds nothing when a page is applied again', async () => {
  const events = schoolHistory(60).filter((event) => insight.eventTypes.has(event.type));
  const database = await openProjectorDatabase();
  const writer = await database.open();
  const apply = (page: typeof events) =>
    writer.db.transaction().execute((transaction) => insight.apply(page, createDatabaseTables(transaction)));
  await apply(events.slice(0, 40));
  await apply(events);
  const before = await readTotals(writer);
  expect(before.insightAttempts.length).toBeGreaterThan(0);
  expect(before.insightQuestions.length).toBeGreaterThan(0);
  await apply(events.slice(20));
  expect(await readTotals(writer)).toEqual(before);
});
