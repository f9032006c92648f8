import { expect, test } from 'vitest';
import type { LiveMessage } from '#contract/live-messages.ts';
import { isOwnActivity } from './activity-live.ts';

const createUpdate = (kind: LiveMessage['kind'], data: object = {}) =>
  ({ position: 1, kind, data }) as LiveMessage;

test('recognizes new activities of the student, but not edits, marks or changes to courses', () => {
  for (const kind of ['note-added', 'progress-changed', 'quiz-finished'] as const)
    expect(isOwnActivity(createUpdate(kind))).toBe(true);
  for (const kind of ['note-changed', 'quiz-marked', 'course-changed'] as const)
    expect(isOwnActivity(createUpdate(kind))).toBe(false);
});

test('recognizes a review as an activity of its author only', () => {
  expect(isOwnActivity(createUpdate('review-added', { own: true }))).toBe(true);
  expect(isOwnActivity(createUpdate('review-added', { own: false }))).toBe(false);
});
