import { CircleCheck, ListChecks, type LucideIcon, PenLine, Play } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { type QuizKind, questionsPerQuiz, quizKinds, quizSeconds } from '#contract/schemas/quizzes.ts';
import { ApiError } from '../../../client/api/api-error.ts';
import { CommandError } from '../../../client/api/form-error.tsx';
import { getQuizPath } from '../../../client/paths.ts';
import { refetchEnrolments } from '../../../domains/enrolments/enrolment-live.ts';
import { QuizResults } from '../../../domains/quizzes/components/quiz-results.tsx';
import { startQuiz } from '../../../domains/quizzes/quiz-actions.ts';
import { quizKindNames } from '../../../domains/quizzes/quiz-format.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { toast } from '../../../ui/toast.ts';
import { useIsLeaving } from '../../../ui/use-is-leaving.ts';
import { useSingleMutation } from '../../../ui/use-single-mutation.ts';
import { quizRunner } from '../run/quiz-runner.ts';
import { NoQuestions } from './no-questions.tsx';

const kinds: Record<QuizKind, { icon: LucideIcon; text: string }> = {
  mcq: {
    icon: ListChecks,
    text: `${questionsPerQuiz} questions with four options each. You see your result at once.`,
  },
  written: {
    icon: PenLine,
    text: `${questionsPerQuiz} questions to answer in a sentence or two. Your teacher marks them.`,
  },
};

const cardClasses = classNames(
  'relative flex items-start gap-4 rounded-card border-2 border-control bg-surface p-5 shadow-card transition-colors',
  'hover:border-brand has-aria-pressed:border-brand has-aria-pressed:bg-brand-soft',
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
);

/** One kind of quiz. The whole card is the button. */
const KindCard = ({
  kind,
  isSelected,
  onSelect,
}: {
  kind: QuizKind;
  isSelected: boolean;
  onSelect: () => void;
}) => {
  const { icon: Icon, text } = kinds[kind];
  return (
    <div className={cardClasses}>
      <span
        className={classNames(
          'grid size-12 shrink-0 place-items-center rounded-full',
          isSelected ? 'bg-brand text-on-brand' : 'bg-sunken text-brand',
        )}
      >
        <Icon className="size-6" />
      </span>
      <div className="min-w-0 flex-1">
        <button
          type="button"
          aria-pressed={isSelected}
          aria-describedby={`about-${kind}`}
          onClick={onSelect}
          className="text-left font-serif text-xl font-semibold outline-none after:absolute after:inset-0 after:rounded-card"
        >
          {quizKindNames[kind]}
        </button>
        <p id={`about-${kind}`} className="mt-1 text-muted">
          {text}
        </p>
      </div>
      <CircleCheck className={classNames('size-6 shrink-0 text-brand', !isSelected && 'invisible')} />
    </div>
  );
};

/** Selects the kind of quiz. The selection is not shown by colour alone. */
const KindSelect = ({
  selectedKind,
  onSelect,
}: {
  selectedKind: QuizKind | null;
  onSelect: (kind: QuizKind) => void;
}) => (
  // biome-ignore lint/a11y/useSemanticElements: two toggle buttons with a common name, not a form
  <div role="group" aria-label="Kind of quiz" className="grid gap-4 sm:grid-cols-2">
    {quizKinds.map((kind) => (
      <KindCard key={kind} kind={kind} isSelected={kind === selectedKind} onSelect={() => onSelect(kind)} />
    ))}
  </div>
);

const rules = [
  `You have ${quizSeconds} seconds for all ${questionsPerQuiz} questions. The timer starts when you press Start Quiz.`,
  'The timer keeps running if you leave or reload the page. Your answers are kept.',
  'When the time is up, your answers are submitted automatically.',
  'You can take a quiz as often as you like. Every result is saved.',
];

const isNoQuestionsError = (error: unknown) => error instanceof ApiError && error.code === 'no-questions';

export const QuizStart = ({ enrolment }: { enrolment: EnrolledCourse }) => {
  const [selectedKind, setSelectedKind] = useState<QuizKind | null>(null);
  const navigate = useNavigate();
  const isLeaving = useIsLeaving();
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: (kind: QuizKind) => startQuiz(enrolment, kind),
    // Without a connection, the start fails quickly, instead of starting a timer when the browser reconnects.
    networkMode: 'always',
    onSuccess: (started) => {
      if (!quizRunner.begin(started)) return;
      if (!isLeaving()) return scrollTo({ top: 0 });
      // The answer may be so late that the quiz has already ended.
      if (quizRunner.current().status !== 'running') return;
      // The student has gone to another page in the meantime, but the timer is running.
      toast.neutral('Your quiz has started.', {
        action: { label: 'Go to quiz', onClick: () => void navigate(getQuizPath(enrolment)) },
      });
    },
    // The student may have left the course in another tab.
    onError: () => void refetchEnrolments(),
  });
  if (isNoQuestionsError(error)) return <NoQuestions />;
  return (
    <div className="mt-8">
      <KindSelect selectedKind={selectedKind} onSelect={setSelectedKind} />
      <h2 className="mt-10 font-serif text-xl font-semibold">Rules</h2>
      <ul className="mt-3 max-w-prose list-disc space-y-1 pl-5 marker:text-gold">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <div className="mt-6 grid justify-items-start gap-4">
        <CommandError text="The quiz could not be started." error={error} />
        <Button
          isWorking={isPending}
          disabled={selectedKind === null}
          onClick={() => {
            if (selectedKind !== null) mutate(selectedKind);
          }}
        >
          {!isPending && <Play className="size-4 shrink-0" />}
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
