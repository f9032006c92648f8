import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { enrolmentStream } from '#events/catalogue/enrolment.ts';
import { noteStream } from '#events/catalogue/note.ts';
import { userStream } from '#events/catalogue/user.ts';
import { retryParked } from '../parking/retry.ts';
import type { Projection } from '../projection/projection.ts';
import { advance } from '../runner/advance.ts';
import { memoryLog } from '../testing/memory-log.ts';
import { projectorDatabase, snapshot } from '../testing/projector-database.ts';
import { recorded, testId } from '../testing/recorded-events.ts';
import { activity } from './activity.ts';

const [gone, stays] = [testId(1), testId(2)];
const courseId = testId(9);
const enrolled = (userId: string): DomainEvent => ({ type: 'StudentEnrolled', data: { userId, courseId } });
const noted = (userId: string): DomainEvent => ({
  type: 'NoteTaken',
  data: {
    ...{ userId, courseId, enrolmentId: testId(21), courseCalledBy: 'enrolment' },
    ...{ module: 1, second: 2, text: 'Carry the one.' },
  },
});
const goneNote = noteStream(testId(31));
const history = recorded([
  [enrolmentStream(testId(21)), enrolled(gone)],
  [enrolmentStream(testId(22)), enrolled(stays)],
  [goneNote, noted(gone)],
  [noteStream(testId(32)), noted(stays)],
  [userStream(gone), { type: 'UserRemoved', data: {} }],
]);
const mistaken: Projection = {
  ...activity,
  async apply(page, tables) {
    if (page.some((event) => event.stream === goneNote)) throw new Error('a mistake in the code');
    await activity.apply(page, tables);
  },
};
const take = async (
  database: Awaited<ReturnType<typeof projectorDatabase>>,
  projection: Projection,
  ends: readonly number[],
) => {
  const writer = await database.open();
  let from = 0;
  for (const to of ends) {
    await advance(writer.db, [projection], { from, to, events: history.slice(from, to) });
    from = to;
  }
  return writer;
};
const owners = async (writer: Awaited<ReturnType<typeof take>>) =>
  (await snapshot(writer)).activity.map((row) => [row.position, row.user_id]);

test('each act is a row; those of a removed person leave, however the events are paged', async () => {
  await using database = await projectorDatabase();
  const before = await take(database, activity, [4]);
  expect(await owners(before)).toEqual([
    [1, gone],
    [2, stays],
    [3, gone],
    [4, stays],
  ]);
  for (const ends of [[5], [4, 5], [1, 2, 3, 4, 5]]) {
    await using another = await projectorDatabase();
    expect(await owners(await take(another, activity, ends))).toEqual([
      [2, stays],
      [4, stays],
    ]);
  }
});

test('a stream that waits brings nothing of a removed person back, and loses nothing of the others', async () => {
  for (const ends of [[5], [3, 5]]) {
    await using database = await projectorDatabase();
    const writer = await take(database, mistaken, ends);
    expect((await snapshot(writer)).parked).toEqual([]);
    await retryParked(writer.db, activity, memoryLog(history));
    expect(await owners(writer)).toEqual([
      [2, stays],
      [4, stays],
    ]);
  }
});
