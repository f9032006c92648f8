import { Award, CircleDashed, Hourglass } from 'lucide-react';
import type { QuizAttempt } from '#contract/quizzes.ts';
import { awaitsMarks, scoreInWords } from '../words.ts';
import { Chip } from '../../../ui/chip.tsx';

/** What the attempt came to; of a written one that it waits for its marks. */
export const ScoreChip = ({ attempt }: { attempt: QuizAttempt }) => {
  const words = scoreInWords(attempt);
  if (words === null && !awaitsMarks(attempt))
    return <Chip icon={<CircleDashed className="size-3.5 shrink-0" aria-hidden="true" />}>No answers</Chip>;
  return words === null ? (
    <Chip tone="warning" icon={<Hourglass className="size-3.5 shrink-0" aria-hidden="true" />}>
      Waits for marks
    </Chip>
  ) : (
    <Chip tone="info" icon={<Award className="size-3.5 shrink-0" aria-hidden="true" />}>
      {words}
    </Chip>
  );
};
