import type { QuizQuestion } from '#contract/quizzes.ts';

const isOpen = ({ answer }: QuizQuestion) => answer === null || answer === '';

/** What was written, word for word; a sentence where nothing was. */
export const WrittenText = ({ question }: { question: QuizQuestion }) =>
  isOpen(question) ? (
    <p className="text-muted italic">Nothing was written.</p>
  ) : (
    <p className="max-w-prose whitespace-pre-line wrap-anywhere">{question.answer}</p>
  );

/** What a good answer says, point by point. */
export const GoodAnswer = ({ question }: { question: QuizQuestion }) => (
  <div className="max-w-prose text-sm">
    <p className="font-medium">A good answer says</p>
    <ul className="mt-1 list-disc space-y-0.5 pl-5 text-muted marker:text-gold">
      {question.points?.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  </div>
);

/** A written question after the quiz: one's own answer beside what a good one says. */
export const WrittenAnswer = ({ question }: { question: QuizQuestion }) => (
  <div className="mt-3 grid gap-4">
    <div className="rounded-control border border-hairline bg-sunken px-3 py-2">
      <p className="text-sm font-medium text-muted">Your answer</p>
      <WrittenText question={question} />
    </div>
    <GoodAnswer question={question} />
  </div>
);
