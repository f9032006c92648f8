import { useMutation } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState } from 'react';
import type { EnrolledCourse } from '#contract/enrolments.ts';
import { type QuizKind, questionsOfAQuiz, quizSeconds } from '#contract/quizzes.ts';
import { ApiError } from '../../../client/api/api-error.ts';
import { fetchEnrolmentsAgain } from '../../../domains/enrolments/enrolments.ts';
import { startQuiz } from '../../../domains/quizzes/acts.ts';
import { Button } from '../../../ui/button.tsx';
import { FormFailure, RequestId } from '../../../client/api/form-failure.tsx';
import { QuizResults } from '../../../domains/quizzes/components/quiz-results.tsx';
import { useOnce } from '../../../ui/use-once.ts';
import { runner } from '../run/this-tab.ts';
import { KindChoice } from './kind-choice.tsx';
import { NoQuestions } from './no-questions.tsx';

const rules = [
  `You have ${quizSeconds} seconds for all ${questionsOfAQuiz} questions. They begin when you press Start Quiz.`,
  'The time goes on when you reload the page or look at another one; your answers stay where they are.',
  'When the time is up, what you have filled in is submitted for you.',
  'You may take a quiz as often as you like. Each result is kept.',
];

const isNoQuestions = (error: unknown) => error instanceof ApiError && error.code === 'no-questions';

/** The choice of the kind, the rules, Start Quiz, and what was reached so far. */
export const QuizStart = ({ enrolment }: { enrolment: EnrolledCourse }) => {
  const [kind, setKind] = useState<QuizKind | null>(null);
  const { begin, end } = useOnce();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (chosen: QuizKind) => startQuiz(enrolment, chosen),
    // A quiz that was to begin is not begun minutes later, when the line is back.
    networkMode: 'always',
    onSuccess: (started) => {
      runner.begin(started);
      scrollTo({ top: 0 });
    },
    // Another tab may have left the course.
    onError: () => void fetchEnrolmentsAgain(),
    onSettled: end,
  });
  if (isNoQuestions(error)) return <NoQuestions />;
  return (
    <div className="mt-8">
      <KindChoice chosen={kind} onChoose={setKind} />
      <h2 className="mt-10 font-serif text-xl font-semibold">The rules</h2>
      <ul className="mt-3 max-w-prose list-disc space-y-1 pl-5 marker:text-gold">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <div className="mt-6 grid justify-items-start gap-4">
        <FormFailure text={error === null ? null : 'The quiz could not be started.'}>
          <p>{error?.message}</p>
          <RequestId error={error} />
        </FormFailure>
        <Button
          working={isPending}
          disabled={kind === null}
          onClick={() => {
            if (kind !== null && begin()) mutate(kind);
          }}
        >
          {!isPending && <Play className="size-4 shrink-0" aria-hidden="true" />}
          Start Quiz
        </Button>
      </div>
      <section aria-labelledby="results-so-far" className="mt-12 border-t border-hairline pt-8">
        <h2 id="results-so-far" className="mb-4 font-serif text-xl font-semibold">
          Your results in this course
        </h2>
        <QuizResults enrolmentId={enrolment._id} />
      </section>
    </div>
  );
};
