import { expect, test } from 'vitest';
import { quizAttempt } from '#contract/schemas/quizzes.ts';
import { orderQuestionIds } from './order-question-ids.ts';
import { type AttemptFields, presentAttempt } from './present-attempt.ts';
import { findChoiceQuestion, findQuestionBank } from './question-banks.ts';
import { correctlyAnsweredIds } from './scoring.ts';
import { acceptsAnswers } from './time-limit.ts';

const bank = findQuestionBank('CSE');
if (!bank) throw new Error('There are no questions for CSE.');
const deadline = new Date('2026-03-14T15:10:00Z');
const secondsAfterDeadline = (seconds: number) => new Date(deadline.getTime() + seconds * 1000);
const id = '11111111-1111-4111-8111-111111111111';
const createAttempt = (fields: Partial<AttemptFields> = {}): AttemptFields => ({
  ...{ id, enrolmentId: id, courseId: id, courseName: 'Counting', code: 'CSE', kind: 'mcq', deadline },
  questionIds: bank.choice.map((question) => question.id),
  ...{ submission: null, marking: null },
  ...fields,
});
const correctAnswers = Object.fromEntries(bank.choice.map((question) => [question.id, question.answer]));

test('hides correct answers, explanations and model answers while an attempt of either kind is running', () => {
  for (const kind of ['mcq', 'written'] as const) {
    const questionIds = (kind === 'mcq' ? bank.choice : bank.written).map((question) => question.id);
    const presented = presentAttempt(createAttempt({ kind, questionIds }), secondsAfterDeadline(-30));
    expect(quizAttempt.parse(presented)).toEqual(presented);
    expect(presented).toMatchObject({
      status: 'running',
      startedAt: secondsAfterDeadline(-60).toISOString(),
      score: null,
    });
    for (const question of presented.questions)
      expect(question).toMatchObject({ answer: null, right: null, why: null, points: null, mark: null });
    const text = JSON.stringify(presented);
    for (const { why } of bank.choice) expect(text).not.toContain(why);
    for (const { points } of bank.written) for (const point of points) expect(text).not.toContain(point);
    const forMarkers = presentAttempt(
      createAttempt({ kind, questionIds }),
      secondsAfterDeadline(-30),
      'marker',
    );
    expect(forMarkers).toEqual(presented);
  }
});

test('shows given and correct answers of a submitted attempt, even before its deadline', () => {
  const submission = { late: false, answers: { 'cse-c1': 3 }, score: 0 };
  const presented = presentAttempt(createAttempt({ submission }), secondsAfterDeadline(-30));
  expect(presented).toMatchObject({ status: 'finished', late: false, score: 0, outOf: 5, marked: false });
  for (const question of presented.questions)
    expect(question).toMatchObject({
      answer: question.id === 'cse-c1' ? 3 : null,
      right: findChoiceQuestion(question.id)?.answer,
      why: findChoiceQuestion(question.id)?.why,
    });
});

test('expires an attempt without a submission only after answers are no longer accepted', () => {
  expect(presentAttempt(createAttempt(), secondsAfterDeadline(8)).status).toBe('running');
  expect(acceptsAnswers(deadline, secondsAfterDeadline(3))).toBe(true);
  expect(acceptsAnswers(deadline, secondsAfterDeadline(3.001))).toBe(false);
  const presented = presentAttempt(createAttempt(), secondsAfterDeadline(10.001));
  expect(presented).toMatchObject({ status: 'finished', late: true, score: 0 });
  expect(presented.questions[0]?.right).not.toBeNull();
});

test('shows the model answers of a submitted written quiz to markers, and to its student once it is marked', () => {
  const written = createAttempt({
    kind: 'written',
    questionIds: bank.written.map((question) => question.id),
    submission: { late: false, answers: { 'cse-w1': 'Because.', 'cse-w2': 'It ends.' }, score: null },
  });
  const unmarked = presentAttempt(written, deadline);
  expect(unmarked).toMatchObject({ score: null, outOf: 50, marked: false, remark: null });
  expect(unmarked.questions.map(({ points }) => points)).toEqual([null, null, null, null, null]);
  const forMarkers = presentAttempt(written, deadline, 'marker');
  expect(forMarkers.questions[0]?.points).toEqual(bank.written[0]?.points);
  const marking = { marks: { 'cse-w1': 6.5, 'cse-w2': 9 }, remark: 'Say more.' };
  const marked = presentAttempt({ ...written, marking }, deadline);
  expect(marked.questions[0]?.points).toEqual(bank.written[0]?.points);
  expect(marked).toMatchObject({ score: 15.5, marked: true, remark: 'Say more.' });
  expect(marked.questions.map(({ mark }) => mark)).toEqual([6.5, 9, null, null, null]);
});

test('counts only correct answers to known multiple-choice questions', () => {
  expect(correctlyAnsweredIds(correctAnswers)).toEqual(Object.keys(correctAnswers).sort());
  expect(correctlyAnsweredIds({ ...correctAnswers, 'cse-c1': 3, 'cse-c2': 0 })).toEqual([
    'cse-c3',
    'cse-c4',
    'cse-c5',
  ]);
  expect(correctlyAnsweredIds({ 'cse-w1': 'text', 'nobody-c1': 0 })).toEqual([]);
});

test('presents an attempt with a question that is no longer in the bank', () => {
  const presented = presentAttempt(createAttempt({ questionIds: ['gone-c1'] }), secondsAfterDeadline(60));
  expect(quizAttempt.parse(presented).questions).toMatchObject([
    { id: 'gone-c1', right: null, options: null },
  ]);
});

test('orders all questions of a kind, in a stable order that differs between attempts', () => {
  const orders = Array.from({ length: 40 }, (_, index) => orderQuestionIds(bank, 'mcq', `attempt ${index}`));
  for (const [index, order] of orders.entries()) {
    expect(order.toSorted()).toEqual(bank.choice.map((question) => question.id));
    expect(orderQuestionIds(bank, 'mcq', `attempt ${index}`)).toEqual(order);
  }
  expect(new Set(orders.map(([first]) => first)).size).toBe(5);
  expect(orderQuestionIds(bank, 'written', 'a').toSorted()).toEqual(
    bank.written.map((question) => question.id),
  );
});
