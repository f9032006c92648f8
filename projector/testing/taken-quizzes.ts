import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { quizStream } from '#events/catalogue/quiz.ts';
import type { QuizKind } from '#contract/quizzes.ts';
import { testId } from './recorded-events.ts';

/** What a person's quizzes in a course leave behind: one that was scored, one that was marked (twice, now and then), one that ran out. */
export const takenQuizzes = (
  number: number,
  way: { userId: string; courseId: string },
): (readonly [string, DomainEvent])[] => {
  const started = (attempt: number, kind: QuizKind): readonly [string, DomainEvent] => {
    const attemptId = testId(attempt * 1_000_000 + number);
    const questionIds = kind === 'mcq' ? ['cse-c2', 'cse-c1'] : ['cse-w1', 'cse-w2'];
    const deadline = '2026-01-01T00:01:00.000Z';
    const data = { ...way, attemptId, code: 'CSE', kind, questionIds, deadline } as const;
    return [quizStream(attemptId), { type: 'QuizStarted', data }];
  };
  const [choice, scored] = [started(6, 'mcq'), testId(6_000_000 + number)];
  const [written, read] = [started(7, 'written'), testId(7_000_000 + number)];
  const end = { outOf: 2, late: false };
  const marked = (mark: number): readonly [string, DomainEvent] => [
    written[0],
    {
      type: 'QuizMarked',
      data: { ...way, attemptId: read, marks: { 'cse-w1': mark }, remark: `Number “${number}”.` },
    },
  ];
  return [
    choice,
    [
      choice[0],
      {
        type: 'QuizFinished',
        data: {
          ...{ ...way, ...end, attemptId: scored },
          answers: { 'cse-c1': number % 4 },
          score: number % 2,
          right: number % 2 === 0 ? [] : ['cse-c1'],
        },
      },
    ],
    written,
    [
      written[0],
      {
        type: 'QuizFinished',
        data: {
          ...{ ...way, ...end, attemptId: read },
          answers: { 'cse-w1': `{Because} \\ "${number}"` },
          score: null,
          right: null,
        },
      },
    ],
    ...(number % 4 === 0 ? [marked(6.5)] : []),
    ...(number % 8 === 0 ? [marked(8)] : []),
    started(8, 'mcq'),
  ];
};
