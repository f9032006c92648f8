import { expect, test } from 'vitest';
import type { Bookmark } from '#contract/bookmarks.ts';
import type { WaitingAct } from '../../client/outbox/waiting-act.ts';
import { isPending } from './merge.ts';
import { addKind, removeKind, withUnanswered } from './unanswered.ts';

const facts = (n: number) => ({
  courseId: `00000000-0000-4000-8000-00000000000${n}`,
  courseName: `Course ${n}`,
  courseCode: 'CSE',
  difficulty: '5',
  bookmarkedEmail: 'sam@example.org',
});
const bookmark = (n: number): Bookmark => ({
  ...{ ...facts(n), _id: `bookmark-${n}` },
  bookmarkedAt: new Date(Date.UTC(2026, 0, n)).toISOString(),
});
const act = (kind: string, about: string, n: number): WaitingAct => ({
  ...{ order: n, uid: 'sam', key: crypto.randomUUID(), kind, about, method: 'POST', path: '/', words: '' },
  ...{ tab: '', madeAt: Date.UTC(2026, 0, n), tries: 0, failures: 0, notBefore: 0, problem: null },
  body: facts(n),
});

test('what waits shows as done, in its order, until the server tells', () => {
  const list = [bookmark(1), bookmark(3)];
  const added = withUnanswered(list, [act(addKind, facts(2).courseId, 2)]);
  expect(added.map(({ courseName }) => courseName)).toEqual(['Course 1', 'Course 2', 'Course 3']);
  expect(added.map(isPending)).toEqual([false, true, false]);
  const again = [act(removeKind, 'bookmark-1', 1), act(addKind, facts(1).courseId, 1)];
  expect(withUnanswered(list, again).map(({ _id }) => _id)).toEqual(['pending', 'bookmark-3']);
  expect(withUnanswered(list, again.slice(0, 1))).toEqual([bookmark(3)]);
  // Told of by the server before the answer came, it is not there twice.
  expect(withUnanswered(list, [act(addKind, facts(3).courseId, 3)])).toEqual(list);
  expect(withUnanswered(list, [act('note', 'bookmark-1', 1)])).toBe(list);
});
