import type { QuizAttempt, QuizKind } from '#contract/quizzes.ts';

export const kindNames: Record<QuizKind, string> = { mcq: 'MCQ Quiz', written: 'Written Quiz' };

/** Whether marks are still to come: what was handed in without answers gets none. */
export const awaitsMarks = ({ kind, marked, questions }: QuizAttempt): boolean =>
  kind === 'written' && !marked && questions.some(({ answer }) => answer !== null);

/** What a finished attempt came to: '4 out of 5', '31.5 out of 50 marks'; null while a written one waits for its marks. */
export const scoreInWords = ({ kind, score, outOf }: QuizAttempt): string | null =>
  score === null ? null : `${score} out of ${outOf}${kind === 'written' ? ' marks' : ''}`;

/** '3 Mar 2026, 14:05' */
export const momentInWords = (time: string): string =>
  new Date(time).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
