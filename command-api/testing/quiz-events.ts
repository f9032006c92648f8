import type { QuizKind } from '#contract/schemas/quizzes.ts';
import type { QuizEvent } from '#events/catalogue/streams/quiz.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { findQuestionBank } from '#quizzes/question-banks.ts';
import { quizAggregate } from '../aggregates/quiz.ts';
import { samInCounting } from './enrolment-events.ts';

const bank = findQuestionBank('CSE');
if (!bank) throw new Error('There are no questions for CSE.');

export const questionIds = {
  mcq: bank.choice.map(({ id }) => id),
  written: bank.written.map(({ id }) => id),
};
/** The indexes of the correct options of the multiple-choice questions of CSE, by question id. */
export const correctAnswers: Record<string, number> = Object.fromEntries(
  bank.choice.map(({ id, answer }) => [id, answer]),
);

/** The deadline of all attempts. */
export const deadline = new Date('2026-03-14T15:10:00.000Z');
export const secondsAfterDeadline = (seconds: number) => new Date(deadline.getTime() + seconds * 1000);

export const quizStarted = (kind: QuizKind = 'mcq', attemptId = 'first'): QuizEvent => ({
  type: 'QuizStarted',
  data: {
    ...samInCounting,
    attemptId,
    code: 'CSE',
    kind,
    questionIds: questionIds[kind],
    deadline: deadline.toISOString(),
  },
});

const correctIds = (answers: Record<string, unknown>) =>
  Object.keys(answers)
    .filter((id) => correctAnswers[id] === answers[id])
    .sort();

type QuizFinished = Extract<QuizEvent, { type: 'QuizFinished' }>;
export const quizFinished = (data: Partial<QuizFinished['data']> = {}): QuizFinished => ({
  type: 'QuizFinished',
  data: {
    ...samInCounting,
    attemptId: 'first',
    answers: {},
    score: 0,
    outOf: 5,
    late: false,
    right: data.score === null ? null : correctIds(data.answers ?? {}),
    ...data,
  },
});

type QuizMarked = Extract<QuizEvent, { type: 'QuizMarked' }>;
export const quizMarked = (marks: QuizMarked['data']['marks'], remark = ''): QuizMarked => ({
  type: 'QuizMarked',
  data: { ...samInCounting, attemptId: 'first', marks, remark },
});

export const quizAfter = (...events: QuizEvent[]) => foldEvents(quizAggregate, events);
