import { Link, useSearchParams } from 'react-router-dom';
import { type MarkingState, useMarking } from '../../domains/quizzes/marking.ts';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../client/api/error-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { QuizRow } from './quiz-row.tsx';

const names: Record<MarkingState, string> = { waiting: 'Waiting for marks', marked: 'Marked' };
const empty: Record<MarkingState, { sentence: string; detail: string }> = {
  waiting: {
    sentence: 'No quiz waits for marks.',
    detail: 'A written quiz stands here as soon as a student has submitted it.',
  },
  marked: {
    sentence: 'No quiz has been marked yet.',
    detail: 'Quizzes that you mark stand here; their marks can be changed.',
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
        {names[name]}
      </Link>
    ))}
  </nav>
);

const Quizzes = ({ state }: { state: MarkingState }) => {
  const quizzes = useMarking(state);
  const { data, error, isFetching, refetch } = quizzes;
  if (!data)
    return error ? (
      <ErrorState
        title="The quizzes could not be loaded"
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Skeleton className="h-20 w-full rounded-card" />
    );
  if (data.length === 0) return <EmptyState {...empty[state]} />;
  return (
    <>
      <ul aria-label={names[state]} className="grid gap-3">
        {data.map((quiz) => (
          <li key={quiz._id}>
            <QuizRow quiz={quiz} />
          </li>
        ))}
      </ul>
      <MoreButton list={quizzes} className="mt-4">
        Show more
      </MoreButton>
    </>
  );
};

/** The written quizzes that this person may mark: an instructor's own courses, an admin's all. */
export default function MarkingPage() {
  const [search] = useSearchParams();
  const state = search.get('state') === 'marked' ? 'marked' : 'waiting';
  return (
    <Page>
      <PageHeading
        title="Mark Quizzes"
        subtitle="Written quizzes of your students; the one that has waited longest comes first."
      />
      <StateLinks state={state} />
      <div className="mt-6 max-w-4xl">
        <Quizzes key={state} state={state} />
      </div>
    </Page>
  );
}
