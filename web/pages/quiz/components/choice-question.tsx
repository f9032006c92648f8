import type { QuizQuestion } from '#contract/schemas/quizzes.ts';

/** The four options as radio buttons. */
export const ChoiceQuestion = ({
  question,
  answer,
  onAnswer,
}: {
  question: QuizQuestion;
  answer: number | string | undefined;
  onAnswer: (index: number) => void;
}) => (
  <div className="mt-3 grid gap-2">
    {question.options?.map((option, index) => (
      <label
        key={option}
        className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-control bg-surface px-3 py-2 transition-colors not-has-disabled:hover:border-brand has-checked:border-brand has-checked:bg-brand-soft has-disabled:cursor-not-allowed has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
      >
        <input
          type="radio"
          name={question.id}
          checked={answer === index}
          onChange={() => onAnswer(index)}
          className="size-4.5 shrink-0 scroll-mt-44 accent-brand outline-none"
        />
        <span className="min-w-0 wrap-anywhere">{option}</span>
      </label>
    ))}
  </div>
);
