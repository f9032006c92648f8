import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { SubmittedQuiz } from '#contract/quizzes.ts';
import { paths } from '../../client/paths.ts';
import { momentInWords } from '../../domains/quizzes/words.ts';
import { Chip } from '../../ui/chip.tsx';
import { ChangedTint } from '../../domains/courses/components/changed-tint.tsx';
import { ScoreChip } from '../../domains/quizzes/components/score-chip.tsx';
import { needsMark } from './marks.ts';

const answered = ({ questions }: SubmittedQuiz) =>
  `${questions.filter(needsMark).length} of ${questions.length} answered`;

/** One quiz that waits or is marked: whose, of which course, since when; the whole row leads to it. */
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
        {momentInWords(quiz.startedAt)} · {answered(quiz)}
      </span>
    </span>
    {quiz.marked && <ScoreChip attempt={quiz} />}
    <ChevronRight className="size-5 shrink-0 text-muted" aria-hidden="true" />
    <ChangedTint id={quiz._id} />
  </Link>
);
