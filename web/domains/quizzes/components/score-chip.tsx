import { Award, CircleDashed, Hourglass } from 'lucide-react';
import type { QuizAttempt } from '#contract/schemas/quizzes.ts';
import { Chip } from '../../../ui/chip.tsx';
import { formatScore, isAwaitingMarks } from '../quiz-format.ts';

export const ScoreChip = ({ attempt }: { attempt: QuizAttempt }) => {
  const score = formatScore(attempt);
  if (score === null && !isAwaitingMarks(attempt)) return <Chip icon={CircleDashed}>No answers</Chip>;
  if (score === null)
    return (
      <Chip tone="warning" icon={Hourglass}>
        Awaiting marks
      </Chip>
    );
  return (
    <Chip tone="info" icon={Award}>
      {score}
    </Chip>
  );
};
