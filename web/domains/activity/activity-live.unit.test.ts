import { expect, test } from 'vitest';
import type { LiveMessage } from '#contract/live-messages.ts';
import { isOwnActivity } from './activity-live.ts';

const createUpdate = (kind: LiveMessage['kind'], data: object = {}) =>
  ({ position: 1, kind, data }) as LiveMessage;

test('counts new activities of the student, and no other updates', () => {
  for (const kind of ['note-added', 'progress-changed', 'quiz-finished'] as const)
    expect(isOwnActivity(createUpdate(kind))).toBe(true);
  for (const kind of ['note-changed', 'quiz-marked', 'course-changed'] as const)
    expect(isOwnActivity(createUpdate(kind))).toBe(false);
});

test('counts a review only for its author', () => {
  expect(isOwnActivity(createUpdate('review-added', { own: true }))).toBe(true);
  expect(isOwnActivity(createUpdate('review-added', { own: false }))).toBe(false);
});
