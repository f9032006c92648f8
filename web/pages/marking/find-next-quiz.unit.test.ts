import { expect, test } from 'vitest';
import { findNextQuiz, formatSkip } from './find-next-quiz.ts';

const waiting = ['oldest', 'middle', 'newest'];

test('skipping visits every waiting quiz in turn, and begins again after the newest', () => {
  const visited = ['oldest'];
  for (let step = 0; step < 3; step += 1) visited.push(findNextQuiz(waiting, visited.at(-1) ?? '') ?? 'none');
  expect(visited).toEqual(['oldest', 'middle', 'newest', 'oldest']);
});

test('after the marks are saved, the next quiz follows the marked one, although that one has left the list', () => {
  expect(findNextQuiz(['oldest', 'newest'], 'middle', waiting)).toBe('newest');
  // Somebody else has marked the next quiz in the meantime.
  expect(findNextQuiz(['oldest'], 'middle', waiting)).toBe('oldest');
});

test('a quiz that was already marked is followed by the oldest', () => {
  expect(findNextQuiz(waiting, 'marked')).toBe('oldest');
});

test('there is no next quiz if no other one is waiting', () => {
  expect(findNextQuiz(['oldest'], 'oldest')).toBe(null);
  expect(findNextQuiz([], 'oldest')).toBe(null);
});

test('the label has no exact number while more quizzes are waiting than are loaded', () => {
  expect(formatSkip(3, false)).toBe('Skip · 3 left');
  expect(formatSkip(49, true)).toBe('Skip · 49+ left');
});
