import { expect, test } from 'vitest';
import type { QuizAttempt } from '#contract/schemas/quizzes.ts';
import { createInitialMarkTexts, isMarkedWith, parseMark, parseMarks, sumMarks } from './marks.ts';

const quiz = {
  questions: [
    { id: 'w1', answer: 'A cache is a copy.', mark: 7.5 },
    { id: 'w2', answer: null, mark: null },
    { id: 'w3', answer: 'It melts.', mark: null },
    { id: 'w4', answer: '', mark: null },
  ],
} as unknown as QuizAttempt;

test('accepts whole and half marks from 0 to 10, with a point or a comma', () => {
  expect(['0', '10', ' 7 ', '7.5', '7,5', '7.'].map(parseMark)).toEqual([0, 10, 7, 7.5, 7.5, 7]);
  expect(['', ' ', '10.5', '11', '-1', '7.3', 'ten', '1e1', '0x5'].map(parseMark)).toEqual(
    Array.from({ length: 9 }, () => null),
  );
});

test('offers fields for answered questions only, filled with previous marks, and parses them', () => {
  expect(createInitialMarkTexts(quiz)).toEqual({ w1: '7.5', w3: '' });
  expect(parseMarks(quiz, { w1: '8', w3: '2,5' })).toEqual({ marks: { w1: 8, w3: 2.5 } });
});

test('reports invalid fields in order and leaves them out of the sum', () => {
  expect(parseMarks(quiz, { w1: '12', w3: '' })).toEqual({ invalidIds: ['w1', 'w3'] });
  expect(sumMarks({ w1: '7.5', w3: 'x', w4: '2' })).toBe(9.5);
});

test('recognizes a saved marking although the server has trimmed its remark', () => {
  const marked = {
    remark: 'Say why.',
    questions: [
      { id: 'w1', answer: 'A cache is a copy.', mark: 7.5 },
      { id: 'w2', answer: null, mark: null },
    ],
  } as unknown as QuizAttempt;
  expect(isMarkedWith(marked, { marks: { w1: 7.5 }, remark: ' Say why.\n' })).toBe(true);
  expect(isMarkedWith(marked, { marks: { w1: 7 }, remark: 'Say why.' })).toBe(false);
  expect(isMarkedWith(marked, { marks: { w1: 7.5 }, remark: '' })).toBe(false);
  expect(isMarkedWith({ ...marked, remark: null }, { marks: { w1: 7.5 }, remark: '' })).toBe(false);
});
