import type { EnrolmentEvent } from '#events/catalogue/enrolment.ts';
import type { QuizEvent } from '#events/catalogue/quiz.ts';
import type { QuizKind } from '#contract/quizzes.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { bankOf } from '#quizzes/banks.ts';
import { enrolmentAggregate } from '../enrolments/enrolment.ts';
import { quizAggregate } from '../quizzes/quiz.ts';

const bank = bankOf('CSE');
if (!bank) throw new Error('There are no questions for CSE.');

export const way = { userId: 'sam', courseId: 'counting' };
export const questionIds = {
  mcq: bank.choice.map(({ id }) => id),
  written: bank.written.map(({ id }) => id),
};
/** The right options of the multiple-choice questions of CSE. */
export const rightAnswers: Record<string, number> = Object.fromEntries(
  bank.choice.map(({ id, answer }) => [id, answer]),
);

/** All attempts of these tests have until then. */
export const deadline = new Date('2026-03-14T15:10:00.000Z');
export const fromDeadline = (seconds: number) => new Date(deadline.getTime() + seconds * 1000);

export const quizStarted = (kind: QuizKind = 'mcq', attemptId = 'first'): QuizEvent => ({
  type: 'QuizStarted',
  data: {
    ...{ ...way, attemptId, code: 'CSE', kind },
    questionIds: questionIds[kind],
    deadline: deadline.toISOString(),
  },
});

const rightOf = (answers: Record<string, unknown>) =>
  Object.keys(answers)
    .filter((id) => rightAnswers[id] === answers[id])
    .sort();

type Finished = Extract<QuizEvent, { type: 'QuizFinished' }>;
export const quizFinished = (data: Partial<Finished['data']> = {}): Finished => ({
  type: 'QuizFinished',
  data: {
    ...{ ...way, attemptId: 'first', answers: {}, score: 0, outOf: 5, late: false },
    right: data.score === null ? null : rightOf(data.answers ?? {}),
    ...data,
  },
});

type Marked = Extract<QuizEvent, { type: 'QuizMarked' }>;
export const quizMarked = (marks: Marked['data']['marks'], remark = ''): Marked => ({
  type: 'QuizMarked',
  data: { ...way, attemptId: 'first', marks, remark },
});

export const givenQuiz = (...events: QuizEvent[]) => foldEvents(quizAggregate, events);

const enrolled: EnrolmentEvent = { type: 'StudentEnrolled', data: way };
const started: EnrolmentEvent = { type: 'CourseStarted', data: { ...way, startedBy: 'enrolment' } };
const left: EnrolmentEvent = { type: 'StudentLeft', data: way };
const givenWay = (...events: EnrolmentEvent[]) => foldEvents(enrolmentAggregate, events);
export const enrolmentStates = {
  unknown: givenWay(),
  enrolled: givenWay(enrolled),
  started: givenWay(enrolled, started),
  left: givenWay(enrolled, started, left),
};
