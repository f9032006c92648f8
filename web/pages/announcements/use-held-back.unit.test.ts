import { expect, test } from 'vitest';
import { holdBackNew } from './use-held-back.ts';

const other = (position: number, courseId: string | null = null) => ({ position, own: false, courseId });
const own = (position: number) => ({ position, own: true, courseId: null });
const joinedAt = { c1: 7 };

test('holds back new announcements, except the user’s own', () => {
  const { shown, newCount } = holdBackNew([own(9), other(8), other(5), own(3)], 5, joinedAt);
  expect(shown).toEqual([own(9), other(5), own(3)]);
  expect(newCount).toBe(1);
});

test('shows an Admin a message to students at once, and holds it back for its recipients', () => {
  const message = (recipients: number | null) => ({ ...other(8), selection: { recipients } });
  expect(holdBackNew([message(2), other(5)], 5, joinedAt).newCount).toBe(0);
  expect(holdBackNew([message(null), other(5)], 5, joinedAt).newCount).toBe(1);
});

test('does not advance `shownUpTo` while an announcement is held back, even if a newer one by the user is shown', () => {
  const shownUpTo = (list: Parameters<typeof holdBackNew>[0], upTo: number) =>
    holdBackNew(list, upTo, joinedAt).shownUpTo;
  expect(shownUpTo([own(9), other(8), other(5)], 5)).toBe(5);
  expect(shownUpTo([own(9), other(5)], 5)).toBe(9);
  expect(shownUpTo([other(8), other(5)], 8)).toBe(8);
  expect(shownUpTo([], 0)).toBe(0);
  // An announcement of a course becomes visible when the user joins the course.
  expect(shownUpTo([other(5), other(3, 'c1')], 5)).toBe(7);
  expect(shownUpTo([other(9), other(5), other(3, 'c1')], 5)).toBe(5);
});
