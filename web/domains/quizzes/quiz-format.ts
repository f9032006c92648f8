import type { QuizAttempt, QuizKind } from '#contract/schemas/quizzes.ts';

export const quizKindNames: Record<QuizKind, string> = { mcq: 'MCQ Quiz', written: 'Written Quiz' };

/** Returns whether an attempt awaits marks. An attempt without any answers gets no marks. */
export const isAwaitingMarks = ({ kind, marked, questions }: QuizAttempt): boolean =>
  kind === 'written' && !marked && questions.some(({ answer }) => answer !== null);

/** Returns '4 out of 5' or '31.5 out of 50 marks'; null for an attempt without a score. */
export const formatScore = ({ kind, score, outOf }: QuizAttempt): string | null =>
  score === null ? null : `${score} out of ${outOf}${kind === 'written' ? ' marks' : ''}`;

/** Formats a time: '3 Mar 2026, 14:05'. */
export const formatDateTime = (time: string): string =>
  new Date(time).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
