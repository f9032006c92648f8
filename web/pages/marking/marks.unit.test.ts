import { expect, test } from 'vitest';
import type { QuizAttempt } from '#contract/quizzes.ts';
import { markIn, readMarks, sumOf, textsOf } from './marks.ts';

const quiz = {
  questions: [
    { id: 'w1', answer: 'A cache is a copy.', mark: 7.5 },
    { id: 'w2', answer: null, mark: null },
    { id: 'w3', answer: 'It melts.', mark: null },
    { id: 'w4', answer: '', mark: null },
  ],
} as unknown as QuizAttempt;

test('a mark is whole or half, from 0 to 10, with a point or a comma', () => {
  expect(['0', '10', ' 7 ', '7.5', '7,5', '7.'].map(markIn)).toEqual([0, 10, 7, 7.5, 7.5, 7]);
  expect(['', ' ', '10.5', '11', '-1', '7.3', 'ten', '1e1', '0x5'].map(markIn)).toEqual(
    Array.from({ length: 9 }, () => null),
  );
});

test('only what was answered gets marks, and begins with those that were given before', () => {
  expect(textsOf(quiz)).toEqual({ w1: '7.5', w3: '' });
  expect(readMarks(quiz, { w1: '8', w3: '2,5' })).toEqual({ marks: { w1: 8, w3: 2.5 } });
});

test('what cannot be read is named in its order, and counts as nothing in the sum', () => {
  expect(readMarks(quiz, { w1: '12', w3: '' })).toEqual({ wrong: ['w1', 'w3'] });
  expect(sumOf({ w1: '7.5', w3: 'x', w4: '2' })).toBe(9.5);
});
