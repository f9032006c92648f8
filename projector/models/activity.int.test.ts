import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { enrolmentStream } from '#events/catalogue/streams/enrolment.ts';
import { noteStream } from '#events/catalogue/streams/note.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import type { Writer } from '../connection/writer.ts';
import { retryParkedStreams } from '../parked-streams/retry-parked-streams.ts';
import { createBuggyProjection } from '../testing/buggy-projection.ts';
import { createMemoryLog } from '../testing/memory-log.ts';
import { advanceInPages, openProjectorDatabase, snapshot } from '../testing/projector-database.ts';
import { recorded, testId } from '../testing/recorded-events.ts';
import { activity } from './activity.ts';

const [removedId, otherId] = [testId(1), testId(2)];
const courseId = testId(9);
const enrolled = (userId: string): DomainEvent => ({ type: 'StudentEnrolled', data: { userId, courseId } });
const noted = (userId: string): DomainEvent => ({
  type: 'NoteTaken',
  data: {
    ...{ userId, courseId, enrolmentId: testId(21), courseCalledBy: 'enrolment' },
    ...{ module: 1, second: 2, text: 'Carry the one.' },
  },
});
const noteOfRemovedUser = noteStream(testId(31));
const history = recorded([
  [enrolmentStream(testId(21)), enrolled(removedId)],
  [enrolmentStream(testId(22)), enrolled(otherId)],
  [noteOfRemovedUser, noted(removedId)],
  [noteStream(testId(32)), noted(otherId)],
  [userStream(removedId), { type: 'UserRemoved', data: {} }],
]);
const buggy = createBuggyProjection(activity, ({ stream }) => stream === noteOfRemovedUser);
const readPositionsAndOwners = async (writer: Writer) =>
  (await snapshot(writer)).activity.map((row) => [row.position, row.user_id]);

test('creates one row per activity and deletes the rows of removed users, whatever the page sizes', async () => {
  const database = await openProjectorDatabase();
  const beforeRemoval = await database.open();
  await advanceInPages(beforeRemoval, [activity], history, [4]);
  expect(await readPositionsAndOwners(beforeRemoval)).toEqual([
    [1, removedId],
    [2, otherId],
    [3, removedId],
    [4, otherId],
  ]);
  for (const pageEnds of [[5], [4, 5], [1, 2, 3, 4, 5]]) {
    const another = await openProjectorDatabase();
    const writer = await another.open();
    await advanceInPages(writer, [activity], history, pageEnds);
    expect(await readPositionsAndOwners(writer)).toEqual([
      [2, otherId],
      [4, otherId],
    ]);
  }
});

test('unparks the streams of a removed user without creating rows', async () => {
  for (const pageEnds of [[5], [3, 5]]) {
    const database = await openProjectorDatabase();
    const writer = await database.open();
    await advanceInPages(writer, [buggy], history, pageEnds);
    expect((await snapshot(writer)).parked).toEqual([]);
    await retryParkedStreams(writer.db, activity, createMemoryLog(history));
    expect(await readPositionsAndOwners(writer)).toEqual([
      [2, otherId],
      [4, otherId],
    ]);
  }
});
