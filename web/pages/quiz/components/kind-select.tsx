import { CircleCheck, ListChecks, type LucideIcon, PenLine } from 'lucide-react';
import { type QuizKind, questionsPerQuiz, quizKinds } from '#contract/schemas/quizzes.ts';
import { quizKindNames } from '../../../domains/quizzes/quiz-format.ts';
import { classNames } from '../../../ui/class-names.ts';

const kinds: Record<QuizKind, { icon: LucideIcon; text: string }> = {
  mcq: {
    icon: ListChecks,
    text: `${questionsPerQuiz} questions with four options each. You see your result at once.`,
  },
  written: {
    icon: PenLine,
    text: `${questionsPerQuiz} questions to answer in a sentence or two. Your instructor marks them.`,
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
  onChoose,
}: {
  kind: QuizKind;
  isSelected: boolean;
  onChoose: () => void;
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
          onClick={onChoose}
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
export const KindSelect = ({
  chosen,
  onChoose,
}: {
  chosen: QuizKind | null;
  onChoose: (kind: QuizKind) => void;
}) => (
  // biome-ignore lint/a11y/useSemanticElements: two toggle buttons with a common name, no form
  <div role="group" aria-label="Kind of quiz" className="grid gap-4 sm:grid-cols-2">
    {quizKinds.map((kind) => (
      <KindCard key={kind} kind={kind} isSelected={kind === chosen} onChoose={() => onChoose(kind)} />
    ))}
  </div>
);
