import { Link, useSearchParams } from 'react-router-dom';
import { QueryError } from '../../client/api/query-view.tsx';
import type { MarkingState } from '../../domains/quizzes/quiz-live.ts';
import { useMarkingList } from '../../domains/quizzes/quiz-queries.ts';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { QuizRow } from './quiz-row.tsx';

const stateNames: Record<MarkingState, string> = { waiting: 'Awaiting marks', marked: 'Marked' };
const empty: Record<MarkingState, { sentence: string; detail: string }> = {
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
  if (data.length === 0) return <EmptyState {...empty[state]} />;
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

/** The written quizzes that the user may mark: those of their own courses, or all for Admins. */
export default function MarkingPage() {
  const [search] = useSearchParams();
  const state = search.get('state') === 'marked' ? 'marked' : 'waiting';
  return (
    <Page>
      <PageHeading title="Mark Quizzes" subtitle="Written quizzes of your students, oldest first." />
      <StateLinks state={state} />
      <div className="mt-6 max-w-4xl">
        <Quizzes key={state} state={state} />
      </div>
    </Page>
  );
}
