import { expect, test } from 'vitest';
import { bookmarkStream } from '#events/catalogue/bookmark.ts';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { enrolmentStream } from '#events/catalogue/enrolment.ts';
import { userStream } from '#events/catalogue/user.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { bookmarks } from '../bookmarks/bookmarks.ts';
import { enrolments } from '../enrolments/enrolments.ts';
import { retryParked } from '../parking/retry.ts';
import { unreadableEvent } from '../reading/unreadable.ts';
import { advance } from '../runner/advance.ts';
import { memoryLog } from '../testing/memory-log.ts';
import { projectorDatabase, snapshot } from '../testing/projector-database.ts';
import { recorded, testId } from '../testing/recorded-events.ts';
import type { Projection } from './projection.ts';

const models = [bookmarks, enrolments];
const [gone, stays] = [testId(1), testId(2)];
const course = testId(9);
const [goneMark, staysMark] = [bookmarkStream(testId(11)), bookmarkStream(testId(12))];
const bookmarked = (userId: string): DomainEvent => ({
  type: 'CourseBookmarked',
  data: { userId, courseId: course },
});
const enrolled = (userId: string): DomainEvent => ({
  type: 'StudentEnrolled',
  data: { userId, courseId: course },
});
const removed: DomainEvent = { type: 'UserRemoved', data: {} };
const history = recorded([
  [goneMark, bookmarked(gone)],
  [staysMark, bookmarked(stays)],
  [enrolmentStream(testId(21)), enrolled(gone)],
  [enrolmentStream(testId(22)), enrolled(stays)],
  [userStream(gone), removed],
]);
const mistaken: Projection = {
  ...bookmarks,
  async apply(page, tables) {
    if (page.some((event) => event.stream === goneMark)) throw new Error('a mistake in the code');
    await bookmarks.apply(page, tables);
  },
};
const take = async (
  database: Awaited<ReturnType<typeof projectorDatabase>>,
  projections: readonly Projection[],
  events: readonly RecordedEvent[],
  ends: readonly number[],
) => {
  const writer = await database.open();
  let from = 0;
  for (const to of ends) {
    await advance(writer.db, projections, { from, to, events: events.slice(from, to) });
    from = to;
  }
  return writer;
};

test('the rows of a removed person leave the tables, however the events are paged; others stay', async () => {
  for (const ends of [[5], [4, 5], [1, 2, 3, 4, 5]]) {
    await using database = await projectorDatabase();
    const writer = await take(database, models, history, ends);
    const { bookmarks: marks, enrolments: ways, parked } = await snapshot(writer);
    expect([marks, ways].map((rows) => rows.map((row) => row.user_id))).toEqual([[stays], [stays]]);
    expect(parked).toEqual([]);
  }
});

test('a stream that waits is forgotten with its person, in whichever page the removal comes', async () => {
  for (const ends of [[5], [1, 5], [4, 5]]) {
    await using database = await projectorDatabase();
    const writer = await take(database, [mistaken, enrolments], history, ends);
    expect((await snapshot(writer)).parked).toEqual([]);
    await retryParked(writer.db, bookmarks, memoryLog(history));
    expect((await snapshot(writer)).bookmarks.map((row) => row.user_id)).toEqual([stays]);
  }
});

test('a damaged event that is mended after its person was removed brings nothing back', async () => {
  const [first, ...rest] = history;
  if (!first) throw new Error('there is a history');
  await using database = await projectorDatabase();
  const writer = await take(database, models, [unreadableEvent(first, 'damaged'), ...rest], [5]);
  expect((await snapshot(writer)).parked).toMatchObject([{ model: 'bookmarks', stream: goneMark }]);
  await retryParked(writer.db, bookmarks, memoryLog(history));
  const { bookmarks: marks, parked } = await snapshot(writer);
  expect(marks.map((row) => row.user_id)).toEqual([stays]);
  expect(parked).toEqual([]);
});
