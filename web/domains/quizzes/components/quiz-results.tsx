import { ChevronDown, ListChecks, PenLine } from 'lucide-react';
import type { QuizAttempt } from '#contract/schemas/quizzes.ts';
import { QueryView } from '../../../client/api/query-view.tsx';
import { ChangedTint } from '../../../client/live/changed-tint.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { formatDateTime, quizKindNames } from '../quiz-format.ts';
import { useQuizAttempts } from '../quiz-queries.ts';
import { AnsweredQuestions } from './answered-questions.tsx';
import { ScoreChip } from './score-chip.tsx';

const icons = { mcq: ListChecks, written: PenLine };

const AttemptResult = ({ attempt, isCourseShown }: { attempt: QuizAttempt; isCourseShown: boolean }) => {
  const Icon = icons[attempt.kind];
  return (
    <details className="group relative rounded-card border border-hairline bg-surface">
      <summary className="flex min-h-16 flex-wrap cursor-pointer list-none items-center gap-x-4 gap-y-2 rounded-card px-4 py-3 hover:bg-brand-soft [&::-webkit-details-marker]:hidden">
        <Icon className="size-5 shrink-0 text-muted max-sm:hidden" />
        <span className="min-w-0 flex-1 basis-52">
          <span className="block font-medium wrap-anywhere">
            {quizKindNames[attempt.kind]}
            {isCourseShown && ` · ${attempt.courseName}`}
          </span>
          <span className="block text-sm text-muted tabular-nums">
            {attempt.code} · {formatDateTime(attempt.startedAt)}
          </span>
        </span>
        <span className="max-sm:order-last max-sm:basis-full">
          <ScoreChip attempt={attempt} />
        </span>
        <ChevronDown className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="border-t border-hairline px-4 py-5 sm:px-6">
        <AnsweredQuestions attempt={attempt} />
      </div>
      <ChangedTint id={attempt._id} />
    </details>
  );
};

/**
 * The student's quiz results, newest first. Each one expands to its questions.
 * @param enrolmentId limits the results to one course. Without it, the results of all courses are shown, with the course names.
 */
export const QuizResults = ({ enrolmentId }: { enrolmentId?: string }) => {
  const query = useQuizAttempts();
  const isListed = (attempt: QuizAttempt) =>
    attempt.status === 'finished' && (enrolmentId === undefined || attempt.enrolmentId === enrolmentId);
  return (
    <QueryView
      query={query}
      title="The quiz results could not be loaded"
      loading={
        <Loading label="Loading the quiz results">
          <Skeleton className="h-16 w-full rounded-card" />
        </Loading>
      }
    >
      {(attempts) => (
        <div>
          {!attempts.some(isListed) && !query.hasNextPage && (
            <p className="text-muted">No quizzes taken yet.</p>
          )}
          <ul className="grid gap-3">
            {attempts.filter(isListed).map((attempt) => (
              <li key={attempt._id}>
                <AttemptResult attempt={attempt} isCourseShown={enrolmentId === undefined} />
              </li>
            ))}
          </ul>
          <MoreButton list={query} className="mt-4">
            Show older results
          </MoreButton>
        </div>
      )}
    </QueryView>
  );
};
