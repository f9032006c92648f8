import { Check, CircleCheck, CircleX, type LucideIcon } from 'lucide-react';
import type { QuizQuestion } from '#contract/schemas/quizzes.ts';
import { classNames } from '../../../ui/class-names.ts';

type OptionResult = { classes: string; icon: LucideIcon | null; label: string | null };

const describeOption = (index: number, { answer, right }: QuizQuestion): OptionResult => {
  if (index === right && index === answer)
    return {
      classes: 'border-good bg-good-ground text-good',
      icon: CircleCheck,
      label: 'Your answer · Correct',
    };
  if (index === right)
    return { classes: 'border-good bg-good-ground text-good', icon: Check, label: 'Correct answer' };
  if (index === answer)
    return { classes: 'border-bad bg-bad-ground text-bad', icon: CircleX, label: 'Your answer · Incorrect' };
  return { classes: 'border-hairline text-ink', icon: null, label: null };
};

export const ChoiceAnswer = ({ question }: { question: QuizQuestion }) => (
  <>
    <ul className="mt-3 grid gap-2">
      {question.options?.map((option, index) => {
        const { classes, icon: Icon, label } = describeOption(index, question);
        return (
          <li
            key={option}
            className={classNames(
              'flex flex-wrap items-center gap-x-3 gap-y-0.5 rounded-control border px-3 py-2',
              classes,
            )}
          >
            <span className="min-w-0 wrap-anywhere">{option}</span>
            {label !== null && (
              <span className="ml-auto inline-flex items-center gap-1.5 text-sm font-medium">
                {Icon && <Icon className="size-4 shrink-0" />}
                {label}
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
