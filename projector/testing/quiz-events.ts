import type { QuizKind } from '#contract/schemas/quizzes.ts';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { quizStream } from '#events/catalogue/streams/quiz.ts';
import { testId } from './recorded-events.ts';

/** Returns the events of a student's quizzes: one scored, one written (sometimes marked once or twice), one unfinished. */
export const quizEvents = (
  number: number,
  ids: { userId: string; courseId: string },
): (readonly [string, DomainEvent])[] => {
  const scoredId = testId(6_000_000 + number);
  const writtenId = testId(7_000_000 + number);
  const unfinishedId = testId(8_000_000 + number);
  const started = (attemptId: string, kind: QuizKind): readonly [string, DomainEvent] => {
    const questionIds = kind === 'mcq' ? ['cse-c2', 'cse-c1'] : ['cse-w1', 'cse-w2'];
    const deadline = '2026-01-01T00:01:00.000Z';
    const data = { ...ids, attemptId, code: 'CSE', kind, questionIds, deadline } as const;
    return [quizStream(attemptId), { type: 'QuizStarted', data }];
  };
  const scored: DomainEvent = {
    type: 'QuizFinished',
    data: {
      ...{ ...ids, attemptId: scoredId, outOf: 2, late: false },
      answers: { 'cse-c1': number % 4 },
      score: number % 2,
      right: number % 2 === 0 ? [] : ['cse-c1'],
    },
  };
  const submitted: DomainEvent = {
    type: 'QuizFinished',
    data: {
      ...{ ...ids, attemptId: writtenId, outOf: 2, late: false },
      answers: { 'cse-w1': `{Because} \\ "${number}"` },
      score: null,
      right: null,
    },
  };
  const marked = (mark: number): readonly [string, DomainEvent] => {
    const data = { ...ids, attemptId: writtenId, marks: { 'cse-w1': mark }, remark: `Number “${number}”.` };
    return [quizStream(writtenId), { type: 'QuizMarked', data }];
  };
  return [
    started(scoredId, 'mcq'),
    [quizStream(scoredId), scored],
    started(writtenId, 'written'),
    [quizStream(writtenId), submitted],
    ...(number % 4 === 0 ? [marked(6.5)] : []),
    ...(number % 8 === 0 ? [marked(8)] : []),
    started(unfinishedId, 'mcq'),
  ];
};
