import { type QuizEvent, quizStream } from '#events/catalogue/streams/quiz.ts';
import type { Aggregate, StreamRead } from '#events/log/aggregate.ts';
import type { QuizAnswers, QuizMarks } from '#quizzes/scoring.ts';

type Attempt = Extract<QuizEvent, { type: 'QuizStarted' }>['data'];

/** A quiz attempt. It is `open` until it is submitted, even after its deadline. */
export type QuizState =
  | { status: 'unknown' }
  | { status: 'open'; attempt: Attempt }
  | {
      status: 'submitted';
      attempt: Attempt;
      submission: { late: boolean; answers: QuizAnswers; score: number | null };
      marking: { marks: QuizMarks; remark: string } | null;
    };

const evolve = (state: QuizState, event: QuizEvent): QuizState => {
  if (event.type === 'QuizStarted') return { status: 'open', attempt: event.data };
  if (state.status === 'unknown') return state;
  switch (event.type) {
    case 'QuizFinished': {
      const { late, answers, score } = event.data;
      const submission = { late, answers: answers ?? {}, score };
      return { status: 'submitted', attempt: state.attempt, submission, marking: null };
    }
    case 'QuizMarked': {
      const { marks, remark } = event.data;
      return state.status === 'submitted' ? { ...state, marking: { marks, remark: remark ?? '' } } : state;
    }
    default:
      return state;
  }
};

export const quizAggregate: Aggregate<QuizState, QuizEvent> = {
  name: 'quiz',
  initial: { status: 'unknown' },
  evolve,
};

export const quizById = (id: string): StreamRead<QuizState, QuizEvent> => ({
  stream: quizStream(id),
  aggregate: quizAggregate,
});
