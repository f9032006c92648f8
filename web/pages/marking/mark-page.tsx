import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router-dom';
import type { TimedQuizAttempt } from '#contract/schemas/quizzes.ts';
import { ApiError } from '../../client/api/api-error.ts';
import { QueryError } from '../../client/api/query-view.tsx';
import { paths } from '../../client/paths.ts';
import { formatDateTime } from '../../domains/quizzes/quiz-format.ts';
import { quizToMarkQuery, useMarkingList } from '../../domains/quizzes/quiz-queries.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';
import { Skeletons } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { useGoTo } from '../../ui/use-go-to.ts';
import { findNextQuiz, formatSkip } from './find-next-quiz.ts';
import { MarkForm } from './mark-form.tsx';

/**
 * Returns the path of the quiz to mark next, or null, and the label of the link that skips to it. Loads the next page of the list if the
 * shown quiz is the last loaded one.
 */
const useNextQuiz = (id: string) => {
  const list = useMarkingList('waiting');
  const waiting = list.data?.map(({ _id }) => _id) ?? [];
  const order = useRef(waiting);
  if (waiting.includes(id)) order.current = waiting;
  const next = findNextQuiz(waiting, id, order.current);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  // If the next page could not be fetched, Skip leads to the oldest quiz again.
  const isNextPageNeeded = waiting.at(-1) === id && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isNextPageNeeded) void fetchNextPage();
  }, [isNextPageNeeded, fetchNextPage]);
  return {
    nextPath: next === null ? null : paths.markQuiz(next),
    skipLabel: formatSkip(waiting.filter((other) => other !== id).length, hasNextPage),
  };
};

const QuizSubtitle = ({ quiz }: { quiz: TimedQuizAttempt }) => (
  <>
    {quiz.userName === undefined ? '' : `${quiz.userName} · `}
    {quiz.courseName} ({quiz.code}) · {formatDateTime(quiz.startedAt)}
  </>
);

/**
 * Returns whether the server refuses to show the quiz, for example because its student was removed, or because somebody else teaches the
 * course now. The page then hides the answers that it has loaded before.
 */
const isQuizUnavailable = (error: unknown) =>
  error instanceof ApiError && (error.status === 403 || error.status === 404);

export default function MarkPage() {
  const { id: address = '' } = useParams();
  const id = address.toLowerCase();
  const query = useQuery(quizToMarkQuery(id));
  const { nextPath, skipLabel } = useNextQuiz(id);
  const quiz = isQuizUnavailable(query.error) ? undefined : query.data;
  const goTo = useGoTo();
  if (!quiz && !query.error)
    return (
      <PageSkeleton label="Loading the quiz">
        <div className="max-w-4xl space-y-6">
          <Skeletons count={3} className="h-56 rounded-card" />
        </div>
      </PageSkeleton>
    );
  const onSaved = () => {
    toast.success('Marks saved. The student can see them now.');
    void goTo(nextPath ?? paths.marking);
  };
  return (
    <Page>
      <BackLink to={paths.marking}>All quizzes</BackLink>
      <PageHeading
        title="Mark a written quiz"
        subtitle={quiz && <QuizSubtitle quiz={quiz} />}
        actions={
          nextPath !== null && (
            <ButtonLink variant="secondary" to={nextPath}>
              {skipLabel}
            </ButtonLink>
          )
        }
        className="mb-8"
      />
      {quiz ? (
        <MarkForm key={quiz._id} quiz={quiz} onSaved={onSaved} />
      ) : (
        <QueryError title="The quiz could not be loaded" query={query} />
      )}
    </Page>
  );
}
