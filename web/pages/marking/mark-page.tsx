import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { QuizAttempt, SubmittedQuiz } from '#contract/quizzes.ts';
import { paths } from '../../client/paths.ts';
import { readQuiz } from '../../domains/quizzes/acts.ts';
import { useMarking } from '../../domains/quizzes/marking.ts';
import { momentInWords } from '../../domains/quizzes/words.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorState } from '../../client/api/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.ts';
import { MarkForm } from './mark-form.tsx';

type Shown = QuizAttempt | SubmittedQuiz;

/** The quiz of the address: from the lists where it stands there, else it is asked for. */
const useQuiz = (id: string) => {
  const waiting = useMarking('waiting');
  const marked = useMarking('marked');
  const listed = [...(waiting.data ?? []), ...(marked.data ?? [])].find(({ _id }) => _id === id);
  const settled = (waiting.data || waiting.error) && (marked.data || marked.error);
  const alone = useQuery({
    queryKey: ['marking-one', id],
    queryFn: ({ signal }) => readQuiz(id, signal),
    enabled: !listed && Boolean(settled),
  });
  const quiz: Shown | undefined = listed ?? alone.data?.attempt;
  const others = waiting.data?.filter(({ _id }) => _id !== id) ?? [];
  return { quiz, others, error: alone.error, retry: alone.refetch, isFetching: alone.isFetching };
};

const Whose = ({ quiz }: { quiz: Shown }) => (
  <>
    {'userName' in quiz ? `${quiz.userName} · ` : ''}
    {quiz.courseName} ({quiz.code}) · {momentInWords(quiz.startedAt)}
  </>
);

/** The way to the next quiz that waits, for who passes this one over. */
const Onwards = ({ others }: { others: readonly SubmittedQuiz[] }) => {
  const next = others[0];
  if (!next) return null;
  return (
    <ButtonLink look="second" to={paths.markQuiz(next._id)}>
      Next one · {others.length} waiting
    </ButtonLink>
  );
};

/** One written quiz: its questions, the answers, what a good answer says; the marks are given here. */
export default function MarkPage() {
  const { id = '' } = useParams();
  const { quiz, others, error, retry, isFetching } = useQuiz(id.toLowerCase());
  const navigate = useNavigate();
  if (!quiz && !error) return <PageSpinner label="Loading the quiz" />;
  const onSaved = () => {
    toast.success('Marks saved. The student sees them now.');
    void navigate(others[0] ? paths.markQuiz(others[0]._id) : paths.marking);
  };
  return (
    <Page>
      <Link
        to={paths.marking}
        className="mb-4 inline-flex min-h-9 items-center gap-2 font-medium text-brand hover:underline"
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        All quizzes
      </Link>
      <PageHeading
        title="Mark a written quiz"
        subtitle={quiz && <Whose quiz={quiz} />}
        actions={<Onwards others={others} />}
        className="mb-8"
      />
      {quiz ? (
        <MarkForm key={quiz._id} quiz={quiz} onSaved={onSaved} />
      ) : (
        <ErrorState
          title="The quiz could not be loaded"
          error={error}
          onRetry={() => void retry()}
          retrying={isFetching}
        />
      )}
    </Page>
  );
}
