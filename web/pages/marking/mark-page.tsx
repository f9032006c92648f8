import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { SubmittedQuiz, TimedQuizAttempt } from '#contract/schemas/quizzes.ts';
import { QueryError } from '../../client/api/query-view.tsx';
import { paths } from '../../client/paths.ts';
import { formatDateTime } from '../../domains/quizzes/quiz-format.ts';
import { quizToMarkQuery, useMarkingList } from '../../domains/quizzes/quiz-queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';
import { Skeletons } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { MarkForm } from './mark-form.tsx';

/** Returns the quiz, and the other quizzes that await marks. */
const useQuiz = (id: string) => {
  const query = useQuery(quizToMarkQuery(id));
  const waiting = useMarkingList('waiting');
  return { query, otherQuizzes: waiting.data?.filter(({ _id }) => _id !== id) ?? [] };
};

const QuizSubtitle = ({ quiz }: { quiz: TimedQuizAttempt }) => (
  <>
    {quiz.userName === undefined ? '' : `${quiz.userName} · `}
    {quiz.courseName} ({quiz.code}) · {formatDateTime(quiz.startedAt)}
  </>
);

const SkipQuizLink = ({ otherQuizzes }: { otherQuizzes: readonly SubmittedQuiz[] }) => {
  const next = otherQuizzes[0];
  if (!next) return null;
  return (
    <ButtonLink variant="secondary" to={paths.markQuiz(next._id)}>
      Skip · {otherQuizzes.length} left
    </ButtonLink>
  );
};

export default function MarkPage() {
  const { id = '' } = useParams();
  const { query, otherQuizzes } = useQuiz(id.toLowerCase());
  const { data: quiz } = query;
  const navigate = useNavigate();
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
    void navigate(otherQuizzes[0] ? paths.markQuiz(otherQuizzes[0]._id) : paths.marking);
  };
  return (
    <Page>
      <Link
        to={paths.marking}
        className="mb-4 inline-flex min-h-9 items-center gap-2 font-medium text-brand hover:underline"
      >
        <ArrowLeft className="size-4" />
        All quizzes
      </Link>
      <PageHeading
        title="Mark a written quiz"
        subtitle={quiz && <QuizSubtitle quiz={quiz} />}
        actions={<SkipQuizLink otherQuizzes={otherQuizzes} />}
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
