import { expect, test } from 'vitest';
import type { Bookmark } from '#contract/schemas/bookmarks.ts';
import type { PendingAction } from '../../client/outbox/pending-action.ts';
import { isPendingBookmark } from './bookmark-live.ts';
import { addBookmarkKind, applyPendingActions, removeBookmarkKind } from './pending-bookmarks.ts';

const body = (n: number) => ({
  courseId: `00000000-0000-4000-8000-00000000000${n}`,
  courseName: `Course ${n}`,
  courseCode: 'CSE',
  difficulty: '5',
  bookmarkedEmail: 'sam@example.org',
});
const bookmark = (n: number): Bookmark => ({
  ...body(n),
  _id: `bookmark-${n}`,
  bookmarkedAt: new Date(Date.UTC(2026, 0, n)).toISOString(),
});
const action = (kind: string, about: string, n: number): PendingAction => ({
  order: n,
  uid: 'sam',
  key: crypto.randomUUID(),
  kind,
  about,
  method: 'POST',
  path: '/',
  words: '',
  tab: '',
  madeAt: Date.UTC(2026, 0, n),
  tries: 0,
  failures: 0,
  notBefore: 0,
  problem: null,
  body: body(n),
});

test('pending additions and removals are applied in order, without duplicates', () => {
  const list = [bookmark(1), bookmark(3)];
  const added = applyPendingActions(list, [action(addBookmarkKind, body(2).courseId, 2)]);
  expect(added.map(({ courseName }) => courseName)).toEqual(['Course 1', 'Course 2', 'Course 3']);
  expect(added.map(isPendingBookmark)).toEqual([false, true, false]);
  const again = [action(removeBookmarkKind, 'bookmark-1', 1), action(addBookmarkKind, body(1).courseId, 1)];
  expect(applyPendingActions(list, again).map(({ _id }) => _id)).toEqual(['pending', 'bookmark-3']);
  expect(applyPendingActions(list, again.slice(0, 1))).toEqual([bookmark(3)]);
  // The live update may arrive before the answer.
  expect(applyPendingActions(list, [action(addBookmarkKind, body(3).courseId, 3)])).toEqual(list);
  expect(applyPendingActions(list, [action('note', 'bookmark-1', 1)])).toBe(list);
});
