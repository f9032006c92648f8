import { expect, test } from 'vitest';
import { quizAttempt } from '#contract/quizzes.ts';
import { type AttemptFacts, presentAttempt, rightlyAnswered } from './attempt.ts';
import { bankOf, choiceQuestion } from './banks.ts';
import { drawQuestions } from './draw.ts';
import { takesAnswers } from './times.ts';

const bank = bankOf('CSE');
if (!bank) throw new Error('There are no questions for CSE.');
const deadline = new Date('2026-03-14T15:10:00Z');
const after = (seconds: number) => new Date(deadline.getTime() + seconds * 1000);
const id = '11111111-1111-4111-8111-111111111111';
const attempt = (facts: Partial<AttemptFacts> = {}): AttemptFacts => ({
  ...{ id, enrolmentId: id, courseId: id, courseName: 'Counting', code: 'CSE', kind: 'mcq', deadline },
  questionIds: bank.choice.map((question) => question.id),
  ...{ submission: null, marking: null },
  ...facts,
});
const rightAnswers = Object.fromEntries(bank.choice.map((question) => [question.id, question.answer]));

test('while it runs nothing helps to answer: no right option, no reason, no points, of either kind', () => {
  for (const kind of ['mcq', 'written'] as const) {
    const questionIds = (kind === 'mcq' ? bank.choice : bank.written).map((question) => question.id);
    const shown = presentAttempt(attempt({ kind, questionIds }), after(-30));
    expect(quizAttempt.parse(shown)).toEqual(shown);
    expect(shown).toMatchObject({ status: 'running', startedAt: after(-60).toISOString(), score: null });
    for (const question of shown.questions)
      expect(question).toMatchObject({ answer: null, right: null, why: null, points: null, mark: null });
    const text = JSON.stringify(shown);
    for (const { why } of bank.choice) expect(text).not.toContain(why);
    for (const { points } of bank.written) for (const point of points) expect(text).not.toContain(point);
  }
});

test('one that was submitted shows answers and right answers, at whatever time', () => {
  const submission = { late: false, answers: { 'cse-c1': 3 }, score: 0 };
  const shown = presentAttempt(attempt({ submission }), after(-30));
  expect(shown).toMatchObject({ status: 'finished', late: false, score: 0, outOf: 5, marked: false });
  for (const question of shown.questions)
    expect(question).toMatchObject({
      answer: question.id === 'cse-c1' ? 3 : null,
      right: choiceQuestion(question.id)?.answer,
      why: choiceQuestion(question.id)?.why,
    });
});

test('one that nobody submitted ends by itself, later than any server still takes answers', () => {
  expect(presentAttempt(attempt(), after(8)).status).toBe('running');
  expect(takesAnswers(deadline, after(3))).toBe(true);
  expect(takesAnswers(deadline, after(3.001))).toBe(false);
  const shown = presentAttempt(attempt(), after(10.001));
  expect(shown).toMatchObject({ status: 'finished', late: true, score: 0 });
  expect(shown.questions[0]?.right).not.toBeNull();
});

test('a written quiz has its marks when they are given, and what a good answer says at once', () => {
  const written = attempt({
    kind: 'written',
    questionIds: bank.written.map((question) => question.id),
    submission: { late: false, answers: { 'cse-w1': 'Because.', 'cse-w2': 'It ends.' }, score: null },
  });
  const waiting = presentAttempt(written, after(0));
  expect(waiting).toMatchObject({ score: null, outOf: 50, marked: false, remark: null });
  expect(waiting.questions[0]?.points).toEqual(bank.written[0]?.points);
  const marking = { marks: { 'cse-w1': 6.5, 'cse-w2': 9 }, remark: 'Say more.' };
  const marked = presentAttempt({ ...written, marking }, after(0));
  expect(marked).toMatchObject({ score: 15.5, marked: true, remark: 'Say more.' });
  expect(marked.questions.map(({ mark }) => mark)).toEqual([6.5, 9, null, null, null]);
});

test('only right options count', () => {
  expect(rightlyAnswered(rightAnswers)).toEqual(Object.keys(rightAnswers).sort());
  expect(rightlyAnswered({ ...rightAnswers, 'cse-c1': 3, 'cse-c2': 0 })).toEqual([
    'cse-c3',
    'cse-c4',
    'cse-c5',
  ]);
  expect(rightlyAnswered({ 'cse-w1': 'text', 'nobody-c1': 0 })).toEqual([]);
});

test('a question that left the bank is still an attempt’s', () => {
  const shown = presentAttempt(attempt({ questionIds: ['gone-c1'] }), after(60));
  expect(quizAttempt.parse(shown).questions).toMatchObject([{ id: 'gone-c1', right: null, options: null }]);
});

test('an attempt draws every question of its kind once, in an order of its own that does not change', () => {
  const orders = Array.from({ length: 40 }, (_, index) => drawQuestions(bank, 'mcq', `attempt ${index}`));
  for (const [index, order] of orders.entries()) {
    expect(order.toSorted()).toEqual(bank.choice.map((question) => question.id));
    expect(drawQuestions(bank, 'mcq', `attempt ${index}`)).toEqual(order);
  }
  expect(new Set(orders.map(([first]) => first)).size).toBe(5);
  expect(drawQuestions(bank, 'written', 'a').toSorted()).toEqual(bank.written.map((question) => question.id));
});
