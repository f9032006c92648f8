import { ChevronRight } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { maxMarksPerQuestion, type SubmittedQuiz } from '#contract/schemas/quizzes.ts';
import { QueryError } from '../../client/api/query-view.tsx';
import { ChangedTint } from '../../client/live/changed-tint.tsx';
import { paths } from '../../client/paths.ts';
import { ScoreChip } from '../../domains/quizzes/components/score-chip.tsx';
import { formatDateTime } from '../../domains/quizzes/quiz-format.ts';
import type { MarkingState } from '../../domains/quizzes/quiz-live.ts';
import { useMarkingList } from '../../domains/quizzes/quiz-queries.ts';
import { Chip } from '../../ui/chip.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { isAnswered } from './marks.ts';

/** Formats how many questions were answered. A quiz from the list has only this number; a quiz from a live update has its questions instead. */
const formatAnswered = ({ questions, answered, outOf }: SubmittedQuiz) =>
  `${answered ?? questions.filter(isAnswered).length} of ${outOf / maxMarksPerQuestion} answered`;

/** A list row with the student, course and date. The whole row is a link. */
const QuizRow = ({ quiz }: { quiz: SubmittedQuiz }) => (
  <Link
    to={paths.markQuiz(quiz._id)}
    className="relative flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-hairline bg-surface px-5 py-3 shadow-card transition-colors hover:border-brand"
  >
    <Chip className="w-14 shrink-0 justify-center max-sm:hidden">{quiz.code}</Chip>
    <span className="min-w-40 flex-1">
      <span className="block font-medium wrap-anywhere">{quiz.userName}</span>
      <span className="block text-sm text-muted wrap-anywhere">
        <span className="sm:hidden">{quiz.code} · </span>
        {quiz.courseName}
      </span>
      <span className="block text-sm text-muted tabular-nums">
        {formatDateTime(quiz.startedAt)} · {formatAnswered(quiz)}
      </span>
    </span>
    {quiz.marked && (
      <span className="max-sm:order-last max-sm:w-full">
        <ScoreChip attempt={quiz} />
      </span>
    )}
    <ChevronRight className="size-5 shrink-0 text-muted" />
    <ChangedTint id={quiz._id} />
  </Link>
);

const stateNames: Record<MarkingState, string> = { waiting: 'Awaiting marks', marked: 'Marked' };
const emptyTexts: Record<MarkingState, { sentence: string; detail: string }> = {
  waiting: {
    sentence: 'No quizzes to mark.',
    detail: 'Written quizzes appear here when students submit them.',
  },
  marked: {
    sentence: 'No marked quizzes yet.',
    detail: 'Marked quizzes appear here. You can change their marks.',
  },
};

const StateLinks = ({ state }: { state: MarkingState }) => (
  <nav aria-label="Quizzes" className="mt-8 flex flex-wrap border-b border-hairline">
    {(['waiting', 'marked'] as const).map((name) => (
      <Link
        key={name}
        to={name === 'waiting' ? '.' : '?state=marked'}
        aria-current={name === state ? 'page' : undefined}
        className={classNames(
          'inline-flex min-h-11 items-center border-b-2 px-3 font-medium hover:text-brand sm:px-4',
          name === state ? 'border-brand text-ink' : 'border-transparent text-muted',
        )}
      >
        {stateNames[name]}
      </Link>
    ))}
  </nav>
);

const Quizzes = ({ state }: { state: MarkingState }) => {
  const query = useMarkingList(state);
  const { data } = query;
  if (!data)
    return query.error ? (
      <QueryError title="The quizzes could not be loaded" query={query} />
    ) : (
      <Skeleton className="h-20 w-full rounded-card" />
    );
  if (data.length === 0) return <EmptyState {...emptyTexts[state]} />;
  return (
    <>
      <ul aria-label={stateNames[state]} className="grid gap-3">
        {data.map((quiz) => (
          <li key={quiz._id}>
            <QuizRow quiz={quiz} />
          </li>
        ))}
      </ul>
      <MoreButton list={query} className="mt-4">
        Show more
      </MoreButton>
    </>
  );
};

/** The written quizzes that the user may mark: for Instructors those of the courses that they teach, for Admins all. */
export default function MarkingPage() {
  const [search] = useSearchParams();
  const state = search.get('state') === 'marked' ? 'marked' : 'waiting';
  return (
    <Page>
      <PageHeading title="Mark Quizzes" subtitle="Written quizzes of your students." />
      <StateLinks state={state} />
      <div className="mt-6 max-w-4xl">
        <Quizzes key={state} state={state} />
      </div>
    </Page>
  );
}
