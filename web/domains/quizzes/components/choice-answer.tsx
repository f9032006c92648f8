import { Check, CircleCheck, CircleX, type LucideIcon } from 'lucide-react';
import type { QuizQuestion } from '#contract/quizzes.ts';
import { classNames } from '../../../ui/class-names.ts';

type Mark = { look: string; icon: LucideIcon | null; words: string | null };

const markOf = (index: number, { answer, right }: QuizQuestion): Mark => {
  if (index === right && index === answer)
    return {
      look: 'border-good bg-good-ground text-good',
      icon: CircleCheck,
      words: 'Your answer · right',
    };
  if (index === right)
    return { look: 'border-good bg-good-ground text-good', icon: Check, words: 'Right answer' };
  if (index === answer)
    return { look: 'border-bad bg-bad-ground text-bad', icon: CircleX, words: 'Your answer · wrong' };
  return { look: 'border-hairline text-ink', icon: null, words: null };
};

/** The options of a multiple-choice question after the quiz: which was chosen, which is right, and why. */
export const ChoiceAnswer = ({ question }: { question: QuizQuestion }) => (
  <>
    <ul className="mt-3 grid gap-2">
      {question.options?.map((option, index) => {
        const { look, icon: Icon, words } = markOf(index, question);
        return (
          <li
            key={option}
            className={classNames(
              'flex flex-wrap items-center gap-x-3 gap-y-0.5 rounded-control border px-3 py-2',
              look,
            )}
          >
            <span className="min-w-0 wrap-anywhere">{option}</span>
            {words !== null && (
              <span className="ml-auto inline-flex items-center gap-1.5 text-sm font-medium">
                {Icon && <Icon className="size-4 shrink-0" aria-hidden="true" />}
                {words}
              </span>
            )}
          </li>
        );
      })}
    </ul>
    {question.why !== null && (
      <p className="mt-3 max-w-prose text-sm text-muted">
        <span className="font-medium text-ink">Why: </span>
        {question.why}
      </p>
    )}
  </>
);
