import { expect, test } from 'vitest';
import type { LiveMessage } from '#contract/live-messages.ts';
import { mergeIntoCourse } from './course-live.ts';
import { course, createUpdate, dayOf, removal } from './testing/course-updates.ts';

test('ignores updates of other kinds and of other courses', () => {
  const cached = course(1);
  const ownRole: LiveMessage = { position: 1, kind: 'own-role-changed', data: { userType: 'Admin' } };
  expect(mergeIntoCourse(cached, ownRole)).toBe(cached);
  expect(mergeIntoCourse(cached, createUpdate('course-changed', course(2)))).toBe(cached);
});

test('keeps a single course after its removal, ignores an older update and applies a newer one', () => {
  const cached = course(1, { updatedAt: dayOf(3) });
  expect(mergeIntoCourse(cached, removal(1))).toBe(cached);
  expect(mergeIntoCourse(cached, createUpdate('course-changed', course(1, { updatedAt: dayOf(2) })))).toBe(
    cached,
  );
  const later = course(1, { updatedAt: dayOf(5), price: 7 });
  expect(mergeIntoCourse(cached, createUpdate('course-changed', later))).toBe(later);
});
