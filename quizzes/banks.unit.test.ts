import { expect, test } from 'vitest';
import { courseCodes } from '#contract/courses.ts';
import { questionsOfAQuiz } from '#contract/quizzes.ts';
import { banks } from './banks.ts';
import type { Bank } from './question.ts';

const each = banks.map((bank) => [bank.code, bank] as const);
const textsOf = ({ choice, written }: Bank): string[] => [
  ...choice.flatMap(({ question, options, why }) => [question, ...options, why]),
  ...written.flatMap(({ question, points }) => [question, ...points]),
];
const questionsIn = ({ choice, written }: Bank): string[] =>
  [...choice, ...written].map(({ question }) => question.toLowerCase());

test('no department has two banks, and no question is asked twice', () => {
  const codes = banks.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  const questions = banks.flatMap(questionsIn);
  expect(new Set(questions).size).toBe(questions.length);
});

test('every department has a bank', () => {
  expect(banks.map(({ code }) => code).toSorted()).toEqual(courseCodes.toSorted());
});

test.each(each)('%s asks five questions of each kind, and their ids say which', (code, bank) => {
  const numbers = Array.from({ length: questionsOfAQuiz }, (_, index) => index + 1);
  const prefix = code.toLowerCase();
  expect(bank.choice.map(({ id }) => id)).toEqual(numbers.map((number) => `${prefix}-c${number}`));
  expect(bank.written.map(({ id }) => id)).toEqual(numbers.map((number) => `${prefix}-w${number}`));
});

test.each(each)('%s: no text is empty, and none has space around it', (_, bank) => {
  for (const text of textsOf(bank)) {
    expect(text).toBe(text.trim());
    expect(text).not.toBe('');
  }
});

test.each(each)(
  '%s: four different options, one of them right, and a reason that is more than a word',
  (_, bank) => {
    for (const { options, answer, why } of bank.choice) {
      expect(new Set(options.map((option) => option.toLowerCase())).size).toBe(4);
      expect(options[answer]).toBeDefined();
      expect(why.length).toBeGreaterThan(30);
    }
  },
);

test.each(each)('%s: the right answers are spread over the positions', (_, bank) => {
  const at = Map.groupBy(bank.choice, ({ answer }) => answer);
  expect(at.size).toBeGreaterThanOrEqual(3);
  for (const there of at.values()) expect(there.length).toBeLessThanOrEqual(2);
});

test.each(each)('%s: whoever marks a written answer has two to six points to go by', (_, bank) => {
  for (const { points } of bank.written) {
    expect(points.length).toBeGreaterThanOrEqual(2);
    expect(points.length).toBeLessThanOrEqual(6);
    expect(new Set(points).size).toBe(points.length);
  }
});
