import { Award, CircleDashed, Hourglass } from 'lucide-react';
import type { QuizAttempt } from '#contract/schemas/quizzes.ts';
import { Chip } from '../../../ui/chip.tsx';
import { awaitsMarks, formatScore } from '../quiz-format.ts';

/** The score of a finished attempt, or that it awaits marks. */
export const ScoreChip = ({ attempt }: { attempt: QuizAttempt }) => {
  const score = formatScore(attempt);
  if (score === null && !awaitsMarks(attempt))
    return <Chip icon={<CircleDashed className="size-3.5 shrink-0" aria-hidden="true" />}>No answers</Chip>;
  return score === null ? (
    <Chip tone="warning" icon={<Hourglass className="size-3.5 shrink-0" aria-hidden="true" />}>
      Awaiting marks
    </Chip>
  ) : (
    <Chip tone="info" icon={<Award className="size-3.5 shrink-0" aria-hidden="true" />}>
      {score}
    </Chip>
  );
};
