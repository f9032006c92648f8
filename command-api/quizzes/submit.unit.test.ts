import { describe, expect, test } from 'vitest';
import { fromDeadline, givenQuiz, quizFinished, quizStarted, rightAnswers } from '../testing/quiz-events.ts';
import { refusalOf } from '../testing/refusal.ts';
import { submitQuiz } from './submit.ts';

type Command = Parameters<typeof submitQuiz>[0];
const sam = { id: 'sam' };
const submit = (answers: Command['answers'], quiz = givenQuiz(quizStarted()), now = fromDeadline(-10)) =>
  submitQuiz({ actor: sam, answers, now }, quiz);
const answer = { _id: 'first' };
const written = givenQuiz(quizStarted('written'));

describe('a multiple-choice quiz', () => {
  test('is scored: right options count, wrong and open ones do not', () => {
    expect(submit(rightAnswers)).toEqual({
      events: [quizFinished({ answers: rightAnswers, score: 5 })],
      answer,
    });
    const answers = { ...rightAnswers, 'cse-c1': 3 };
    expect(submit(answers).events).toEqual([quizFinished({ answers, score: 4 })]);
    expect(submit({}).events).toEqual([quizFinished()]);
  });
  test('what was left open is not an answer', () => {
    const answers = { 'cse-c2': rightAnswers['cse-c2'] ?? 0 };
    expect(submit({ ...answers, 'cse-c1': null, 'cse-c3': '' }).events).toEqual([
      quizFinished({ answers, score: 1 }),
    ]);
  });
  test('takes an index as text too, as forms send it', () => {
    expect(submit({ 'cse-c1': '0', 'cse-c2': ' 2 ' }).events).toEqual([
      quizFinished({ answers: { 'cse-c1': 0, 'cse-c2': 2 }, score: 2 }),
    ]);
    for (const text of ['4', '-1', '1.0', '0x1', 'one'])
      expect(refusalOf(() => submit({ 'cse-c1': text }))).toBe('invalid-input');
  });
  test('takes options by index, to the questions that it asked', () => {
    expect(refusalOf(() => submit({ 'cse-c1': 4 }))).toBe('invalid-input');
    expect(refusalOf(() => submit({ 'cse-c1': 'the first' }))).toBe('invalid-input');
    expect(refusalOf(() => submit({ 'eee-c1': 1 }))).toBe('invalid-input');
    expect(refusalOf(() => submit({ 'cse-w1': 'words' }))).toBe('invalid-input');
  });
});

test('a written quiz keeps its texts, and has no score until it is marked', () => {
  const answers = { 'cse-w1': 'Because of the hash.', 'cse-w4': 'All or nothing.' };
  expect(submit({ ...answers, 'cse-w2': '' }, written).events).toEqual([
    quizFinished({ answers, score: null, outOf: 50 }),
  ]);
  expect(refusalOf(() => submit({ 'cse-w1': 2 }, written))).toBe('invalid-input');
});

test('the first submission counts; later ones change nothing, whatever they bring and whenever', () => {
  const submitted = givenQuiz(quizStarted(), quizFinished({ answers: { 'cse-c1': 3 } }));
  for (const now of [fromDeadline(-5), fromDeadline(500)])
    for (const answers of [rightAnswers, {}, { 'never-asked': 9 }])
      expect(submit(answers, submitted, now)).toEqual({ events: [], answer });
});

describe('the deadline', () => {
  test('leaves three seconds to what is on its way', () => {
    expect(submit(rightAnswers, undefined, fromDeadline(3)).events).toEqual([
      quizFinished({ answers: rightAnswers, score: 5 }),
    ]);
  });
  test('is held: what comes later counts as nothing, and ends the attempt all the same', () => {
    for (const now of [fromDeadline(3.001), fromDeadline(3_600)]) {
      expect(submit(rightAnswers, undefined, now).events).toEqual([quizFinished({ late: true })]);
      expect(submit({ 'cse-w1': 'At leisure.' }, written, now).events).toEqual([
        quizFinished({ score: null, outOf: 50, late: true }),
      ]);
      expect(submit({ 'never-asked': 9 }, undefined, now).events).toHaveLength(1);
    }
  });
});

test('nobody submits another’s quiz, nor one that never was', () => {
  const eve = { actor: { id: 'eve' }, answers: rightAnswers, now: fromDeadline(-10) };
  expect(refusalOf(() => submitQuiz(eve, givenQuiz(quizStarted())))).toBe('forbidden');
  expect(refusalOf(() => submitQuiz(eve, givenQuiz(quizStarted(), quizFinished())))).toBe('forbidden');
  expect(refusalOf(() => submitQuiz(eve, givenQuiz()))).toBe('not-found');
});
