import { expect, test } from 'vitest';
import type { LiveMessage } from '#contract/live.ts';
import { isOwnAct } from './own-act.ts';

const message = (kind: LiveMessage['kind'], data: object = {}) =>
  ({ position: 1, kind, data }) as LiveMessage;

test('what one has done oneself counts as an act of learning; what others did, and what changes one, does not', () => {
  for (const kind of ['note-added', 'progress-changed', 'quiz-finished'] as const)
    expect(isOwnAct(message(kind))).toBe(true);
  for (const kind of ['note-changed', 'quiz-marked', 'course-changed'] as const)
    expect(isOwnAct(message(kind))).toBe(false);
});

test('a review is an act of its author alone', () => {
  expect(isOwnAct(message('review-added', { own: true }))).toBe(true);
  expect(isOwnAct(message('review-added', { own: false }))).toBe(false);
});
