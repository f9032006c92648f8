import { describe, expect, test } from 'vitest';
import {
  correctAnswers,
  quizAfter,
  quizFinished,
  quizStarted,
  secondsAfterDeadline,
} from '../../testing/quiz-events.ts';
import { refusalCode } from '../../testing/refusal-code.ts';
import { submitQuiz } from './decide-submit.ts';

type Command = Parameters<typeof submitQuiz>[0];
const sam = { id: 'sam' };
const submit = (
  answers: Command['answers'],
  quiz = quizAfter(quizStarted()),
  now = secondsAfterDeadline(-10),
) => submitQuiz({ actor: sam, answers, now }, quiz);
const answer = { _id: 'first' };
const written = quizAfter(quizStarted('written'));

describe('a multiple-choice quiz', () => {
  test('scores only correct answers', () => {
    expect(submit(correctAnswers)).toEqual({
      events: [quizFinished({ answers: correctAnswers, score: 5 })],
      answer,
    });
    const answers = { ...correctAnswers, 'cse-c1': 3 };
    expect(submit(answers).events).toEqual([quizFinished({ answers, score: 4 })]);
    expect(submit({}).events).toEqual([quizFinished()]);
  });
  test('leaves out unanswered questions', () => {
    const answers = { 'cse-c2': correctAnswers['cse-c2'] ?? 0 };
    expect(submit({ ...answers, 'cse-c1': null, 'cse-c3': '' }).events).toEqual([
      quizFinished({ answers, score: 1 }),
    ]);
  });
  test('accepts an index as text, as forms send it', () => {
    expect(submit({ 'cse-c1': '0', 'cse-c2': ' 2 ' }).events).toEqual([
      quizFinished({ answers: { 'cse-c1': 0, 'cse-c2': 2 }, score: 2 }),
    ]);
    for (const text of ['4', '-1', '1.0', '0x1', 'one'])
      expect(refusalCode(() => submit({ 'cse-c1': text }))).toBe('invalid-input');
  });
  test('refuses other values, and answers to other questions', () => {
    expect(refusalCode(() => submit({ 'cse-c1': 4 }))).toBe('invalid-input');
    expect(refusalCode(() => submit({ 'cse-c1': 'the first' }))).toBe('invalid-input');
    expect(refusalCode(() => submit({ 'eee-c1': 1 }))).toBe('invalid-input');
    expect(refusalCode(() => submit({ 'cse-w1': 'words' }))).toBe('invalid-input');
  });
});

test('stores the texts of a written quiz without a score', () => {
  const answers = { 'cse-w1': 'Because of the hash.', 'cse-w4': 'All or nothing.' };
  expect(submit({ ...answers, 'cse-w2': '' }, written).events).toEqual([
    quizFinished({ answers, score: null, outOf: 50 }),
  ]);
  expect(refusalCode(() => submit({ 'cse-w1': 2 }, written))).toBe('invalid-input');
});

test('ignores all submissions after the first', () => {
  const submitted = quizAfter(quizStarted(), quizFinished({ answers: { 'cse-c1': 3 } }));
  for (const now of [secondsAfterDeadline(-5), secondsAfterDeadline(500)])
    for (const answers of [correctAnswers, {}, { 'never-asked': 9 }])
      expect(submit(answers, submitted, now)).toEqual({ events: [], answer });
});

describe('the deadline', () => {
  test('accepts answers until 3 seconds after it', () => {
    expect(submit(correctAnswers, undefined, secondsAfterDeadline(3)).events).toEqual([
      quizFinished({ answers: correctAnswers, score: 5 }),
    ]);
  });
  test('ends the attempt without answers if they arrive later', () => {
    for (const now of [secondsAfterDeadline(3.001), secondsAfterDeadline(3_600)]) {
      expect(submit(correctAnswers, undefined, now).events).toEqual([quizFinished({ late: true })]);
      expect(submit({ 'cse-w1': 'At leisure.' }, written, now).events).toEqual([
        quizFinished({ score: null, outOf: 50, late: true }),
      ]);
      expect(submit({ 'never-asked': 9 }, undefined, now).events).toHaveLength(1);
    }
  });
});

test('refuses another student’s attempt as if it were unknown', () => {
  const byEve = { actor: { id: 'eve' }, answers: correctAnswers, now: secondsAfterDeadline(-10) };
  expect(refusalCode(() => submitQuiz(byEve, quizAfter(quizStarted())))).toBe('not-found');
  expect(refusalCode(() => submitQuiz(byEve, quizAfter(quizStarted(), quizFinished())))).toBe('not-found');
  expect(refusalCode(() => submitQuiz(byEve, quizAfter()))).toBe('not-found');
});
