import { expect, test } from 'vitest';
import { courseCodes } from '#contract/schemas/courses.ts';
import { questionsPerQuiz } from '#contract/schemas/quizzes.ts';
import type { QuestionBank } from './question.ts';
import { questionBanks } from './question-banks.ts';

const cases = questionBanks.map((bank) => [bank.code, bank] as const);
const listTexts = ({ choice, written }: QuestionBank): string[] => [
  ...choice.flatMap(({ question, options, why }) => [question, ...options, why]),
  ...written.flatMap(({ question, points }) => [question, ...points]),
];
const listQuestionTexts = ({ choice, written }: QuestionBank): string[] =>
  [...choice, ...written].map(({ question }) => question.toLowerCase());

test('has exactly one bank for each department', () => {
  expect(questionBanks.map(({ code }) => code).toSorted()).toEqual(courseCodes.toSorted());
});

test('contains no question twice', () => {
  const questions = questionBanks.flatMap(listQuestionTexts);
  expect(new Set(questions).size).toBe(questions.length);
});

test.each(cases)('%s has five questions of each kind, with ids by department and kind', (code, bank) => {
  for (const [questions, kind] of [
    [bank.choice, 'c'],
    [bank.written, 'w'],
  ] as const) {
    const ids = questions.map(({ id }) => id);
    expect(new Set(ids).size).toBe(questionsPerQuiz);
    // Replaced questions leave gaps in the numbers.
    for (const id of ids) expect(id).toMatch(new RegExp(`^${code.toLowerCase()}-${kind}[1-9]\\d*$`));
    expect(ids).toHaveLength(questionsPerQuiz);
  }
});

test.each(cases)('%s has no empty text and no surrounding whitespace', (_, bank) => {
  for (const text of listTexts(bank)) {
    expect(text).toBe(text.trim());
    expect(text).not.toBe('');
  }
});

test.each(cases)('%s has four different options for each question, and an explanation', (_, bank) => {
  for (const { options, answer, why } of bank.choice) {
    expect(new Set(options.map((option) => option.toLowerCase())).size).toBe(4);
    expect(options[answer]).toBeDefined();
    expect(why.length).toBeGreaterThan(30);
  }
});

test.each(cases)('%s spreads the correct answers over the options', (_, bank) => {
  const questionsByAnswer = Map.groupBy(bank.choice, ({ answer }) => answer);
  expect(questionsByAnswer.size).toBeGreaterThanOrEqual(3);
  for (const questions of questionsByAnswer.values()) expect(questions.length).toBeLessThanOrEqual(2);
});

test.each(cases)('%s has two to six different points in each model answer', (_, bank) => {
  for (const { points } of bank.written) {
    expect(points.length).toBeGreaterThanOrEqual(2);
    expect(points.length).toBeLessThanOrEqual(6);
    expect(new Set(points).size).toBe(points.length);
  }
});
