import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { bookmarkStream } from '#events/catalogue/streams/bookmark.ts';
import { enrolmentStream } from '#events/catalogue/streams/enrolment.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import { createDamagedEvent } from '../damaged-events/damaged-event.ts';
import { bookmarks } from '../models/bookmarks.ts';
import { enrolments } from '../models/enrolments.ts';
import { retryParkedStreams } from '../parked-streams/retry-parked-streams.ts';
import { createBuggyProjection } from '../testing/buggy-projection.ts';
import { createMemoryLog } from '../testing/memory-log.ts';
import { advanceInPages, openProjectorDatabase, snapshot } from '../testing/projector-database.ts';
import { recorded, testId } from '../testing/recorded-events.ts';

const models = [bookmarks, enrolments];
const [removedId, otherId] = [testId(1), testId(2)];
const courseId = testId(9);
const [bookmarkOfRemovedUser, bookmarkOfOtherUser] = [bookmarkStream(testId(11)), bookmarkStream(testId(12))];
const bookmarked = (userId: string): DomainEvent => ({
  type: 'CourseBookmarked',
  data: { userId, courseId },
});
const enrolled = (userId: string): DomainEvent => ({
  type: 'StudentEnrolled',
  data: { userId, courseId },
});
const removed: DomainEvent = { type: 'UserRemoved', data: {} };
const history = recorded([
  [bookmarkOfRemovedUser, bookmarked(removedId)],
  [bookmarkOfOtherUser, bookmarked(otherId)],
  [enrolmentStream(testId(21)), enrolled(removedId)],
  [enrolmentStream(testId(22)), enrolled(otherId)],
  [userStream(removedId), removed],
]);
const buggyBookmarks = createBuggyProjection(bookmarks, ({ stream }) => stream === bookmarkOfRemovedUser);

test('deletes only the rows of the removed user, whatever the page sizes', async () => {
  for (const pageEnds of [[5], [4, 5], [1, 2, 3, 4, 5]]) {
    const database = await openProjectorDatabase();
    const writer = await database.open();
    await advanceInPages(writer, models, history, pageEnds);
    const tables = await snapshot(writer);
    expect(tables.bookmarks.map((row) => row.user_id)).toEqual([otherId]);
    expect(tables.enrolments.map((row) => row.user_id)).toEqual([otherId]);
    expect(tables.parked).toEqual([]);
  }
});

test('leaves no stream of a removed user parked, and creates no row from it, whatever the page sizes', async () => {
  for (const pageEnds of [[5], [1, 5], [4, 5]]) {
    const database = await openProjectorDatabase();
    const writer = await database.open();
    await advanceInPages(writer, [buggyBookmarks, enrolments], history, pageEnds);
    expect((await snapshot(writer)).parked).toEqual([]);
    await retryParkedStreams(writer.db, bookmarks, createMemoryLog(history));
    expect((await snapshot(writer)).bookmarks.map((row) => row.user_id)).toEqual([otherId]);
  }
});

test('creates no row when a damaged event is repaired after its user was removed', async () => {
  const [first, ...rest] = history;
  if (!first) throw new Error('expected events');
  const database = await openProjectorDatabase();
  const writer = await database.open();
  await advanceInPages(writer, models, [createDamagedEvent(first, 'damaged'), ...rest], [5]);
  expect((await snapshot(writer)).parked).toMatchObject([
    { model: 'bookmarks', stream: bookmarkOfRemovedUser },
  ]);
  await retryParkedStreams(writer.db, bookmarks, createMemoryLog(history));
  const tables = await snapshot(writer);
  expect(tables.bookmarks.map((row) => row.user_id)).toEqual([otherId]);
  expect(tables.parked).toEqual([]);
});
