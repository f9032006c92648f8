import { Check } from 'lucide-react';
import { useEffect } from 'react';
import type { QuizAttempt } from '#contract/schemas/quizzes.ts';
import { paths } from '../../../client/paths.ts';
import { AnsweredQuestions } from '../../../domains/quizzes/components/answered-questions.tsx';
import { ScoreChip } from '../../../domains/quizzes/components/score-chip.tsx';
import { formatScore, isAwaitingMarks, quizKindNames } from '../../../domains/quizzes/quiz-format.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { focusPageHeading } from '../../../ui/page-heading-focus.ts';
import { quizRunner } from '../run/quiz-runner.ts';

const radius = 42;
const circumference = 2 * Math.PI * radius;

const ScoreRing = ({ score, outOf }: { score: number; outOf: number }) => (
  <span className="relative grid size-24 shrink-0 place-items-center text-good">
    <svg
      viewBox="0 0 100 100"
      className="absolute inset-0 -rotate-90"
      fill="none"
      strokeWidth="9"
      aria-hidden="true"
    >
      <circle cx="50" cy="50" r={radius} className="stroke-hairline" />
      {score > 0 && (
        <circle
          cx="50"
          cy="50"
          r={radius}
          stroke="currentColor"
          strokeLinecap="round"
          strokeDasharray={circumference}
          strokeDashoffset={circumference * (1 - score / outOf)}
        />
      )}
    </svg>
    {score === outOf ? (
      <Check className="size-10" strokeWidth={3} />
    ) : (
      <span aria-hidden="true" className="text-xl font-semibold text-ink tabular-nums">
        {score}/{outOf}
      </span>
    )}
  </span>
);

/** The page praises a student who has at least this share of correct answers. */
const goodShare = 0.6;

const computeScoreShare = ({ score, outOf }: QuizAttempt) => (score === null ? 0 : score / outOf);

const describeResult = (attempt: QuizAttempt) => {
  if (isAwaitingMarks(attempt)) return 'Marks will be published later for the written quiz.';
  if (attempt.kind === 'written')
    return attempt.marked ? 'Your marks have been published.' : 'There are no answers to mark.';
  if (computeScoreShare(attempt) === 1) return 'All answers correct.';
  return computeScoreShare(attempt) >= goodShare
    ? 'Well done. Review what you missed.'
    : 'Review the explanations, then retry.';
};

export const FinishedQuiz = ({
  attempt,
  wasSubmittedElsewhere,
}: {
  attempt: QuizAttempt;
  wasSubmittedElsewhere: boolean;
}) => {
  useEffect(() => {
    // The effect returns nothing: in newer browsers `scrollTo` returns a promise, which React would mistake for a cleanup function.
    void scrollTo({ top: 0 });
  }, []);
  return (
    <section aria-labelledby="result" className="mt-8">
      <div className="flex max-w-4xl flex-wrap items-center gap-x-6 gap-y-4">
        {attempt.score !== null && <ScoreRing score={attempt.score} outOf={attempt.outOf} />}
        <div className="min-w-0 flex-1">
          <p className="text-sm font-medium text-muted">{quizKindNames[attempt.kind]}</p>
          <h2 id="result" className="mt-1 font-serif text-3xl font-semibold tracking-tight">
            {formatScore(attempt) ?? 'Your answers'}
          </h2>
          <p className="mt-2 text-muted" role="status">
            {wasSubmittedElsewhere ? 'You submitted this quiz in another tab or on another device. ' : ''}
            {describeResult(attempt)}
          </p>
        </div>
        {attempt.score === null && <ScoreChip attempt={attempt} />}
      </div>
      <Card className="mt-6 max-w-4xl p-5 sm:p-8">
        <AnsweredQuestions attempt={attempt} />
      </Card>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          onClick={() => {
            quizRunner.leave();
            focusPageHeading();
          }}
        >
          Take another quiz
        </Button>
        <ButtonLink variant="secondary" to={`${paths.learnCourse(attempt.enrolmentId)}?tab=quiz`}>
          Back to the course
        </ButtonLink>
      </div>
    </section>
  );
};
