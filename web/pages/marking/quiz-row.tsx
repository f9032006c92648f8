import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { SubmittedQuiz } from '#contract/schemas/quizzes.ts';
import { ChangedTint } from '../../client/live/changed-tint.tsx';
import { paths } from '../../client/paths.ts';
import { ScoreChip } from '../../domains/quizzes/components/score-chip.tsx';
import { formatDateTime } from '../../domains/quizzes/quiz-format.ts';
import { Chip } from '../../ui/chip.tsx';
import { needsMark } from './marks.ts';

const formatAnswered = ({ questions }: SubmittedQuiz) =>
  `${questions.filter(needsMark).length} of ${questions.length} answered`;

/** A list row with student, course and date. The whole row is a link. */
export const QuizRow = ({ quiz }: { quiz: SubmittedQuiz }) => (
  <Link
    to={paths.markQuiz(quiz._id)}
    className="relative flex min-h-16 items-center gap-x-4 gap-y-2 rounded-card border border-hairline bg-surface px-5 py-3 shadow-card transition-colors hover:border-brand"
  >
    <Chip className="max-sm:hidden">{quiz.code}</Chip>
    <span className="min-w-0 flex-1">
      <span className="block font-medium wrap-anywhere">{quiz.userName}</span>
      <span className="block text-sm text-muted wrap-anywhere">
        <span className="sm:hidden">{quiz.code} · </span>
        {quiz.courseName}
      </span>
      <span className="block text-sm text-muted tabular-nums">
        {formatDateTime(quiz.startedAt)} · {formatAnswered(quiz)}
      </span>
    </span>
    {quiz.marked && <ScoreChip attempt={quiz} />}
    <ChevronRight className="size-5 shrink-0 text-muted" />
    <ChangedTint id={quiz._id} />
  </Link>
);
