import { expect, test } from 'vitest';
import type { LiveMessage } from '#contract/live-messages.ts';
import { isOwnActivity } from './activity-live.ts';

const update = (kind: LiveMessage['kind'], data: object = {}) => ({ position: 1, kind, data }) as LiveMessage;

test('counts what the student did, and not what others did or changed', () => {
  for (const kind of ['note-added', 'progress-changed', 'quiz-finished'] as const)
    expect(isOwnActivity(update(kind))).toBe(true);
  for (const kind of ['note-changed', 'quiz-marked', 'course-changed'] as const)
    expect(isOwnActivity(update(kind))).toBe(false);
});

test('counts a review for its author only', () => {
  expect(isOwnActivity(update('review-added', { own: true }))).toBe(true);
  expect(isOwnActivity(update('review-added', { own: false }))).toBe(false);
});
