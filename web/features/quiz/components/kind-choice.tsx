import { ListChecks, type LucideIcon, PenLine } from 'lucide-react';
import { type QuizKind, questionsOfAQuiz, quizKinds } from '#events/contract/quizzes.ts';
import { kindNames } from '../../../lib/quizzes/words.ts';
import { classNames } from '../../../ui/class-names.ts';

const kinds: Record<QuizKind, { icon: LucideIcon; text: string }> = {
  mcq: {
    icon: ListChecks,
    text: `${questionsOfAQuiz} questions with four options each. You see the result at once.`,
  },
  written: {
    icon: PenLine,
    text: `${questionsOfAQuiz} questions to answer in a sentence or two. Your instructor marks them.`,
  },
};

/** The two kinds of quiz as large buttons; which one is chosen is said by more than colour. */
export const KindChoice = ({
  chosen,
  onChoose,
}: {
  chosen: QuizKind | null;
  onChoose: (kind: QuizKind) => void;
}) => (
  // biome-ignore lint/a11y/useSemanticElements: two toggle buttons with a common name, no form
  <div role="group" aria-label="Kind of quiz" className="grid gap-4 sm:grid-cols-2">
    {quizKinds.map((kind) => {
      const { icon: Icon, text } = kinds[kind];
      const pressed = kind === chosen;
      return (
        <button
          key={kind}
          type="button"
          aria-pressed={pressed}
          aria-labelledby={`kind-${kind}`}
          aria-describedby={`about-${kind}`}
          onClick={() => onChoose(kind)}
          className={classNames(
            'flex items-start gap-4 rounded-card border-2 bg-surface p-5 text-left shadow-card transition-colors',
            pressed ? 'border-brand bg-brand-soft' : 'border-control hover:border-brand',
          )}
        >
          <span
            className={classNames(
              'grid size-12 shrink-0 place-items-center rounded-full',
              pressed ? 'bg-brand text-on-brand' : 'bg-sunken text-brand',
            )}
          >
            <Icon className="size-6" aria-hidden="true" />
          </span>
          <span className="min-w-0">
            <span id={`kind-${kind}`} className="block font-serif text-xl font-semibold">
              {kindNames[kind]}
            </span>
            <span id={`about-${kind}`} className="mt-1 block text-muted">
              {text}
            </span>
            <span aria-hidden="true" className="mt-2 block text-sm font-medium text-brand">
              {pressed ? '✓ Chosen' : ' '}
            </span>
          </span>
        </button>
      );
    })}
  </div>
);
