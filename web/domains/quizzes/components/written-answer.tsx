import type { QuizQuestion } from '#contract/schemas/quizzes.ts';

const isUnanswered = ({ answer }: QuizQuestion) => answer === null || answer === '';

export const AnswerText = ({ question }: { question: QuizQuestion }) =>
  isUnanswered(question) ? (
    <p className="text-muted italic">No answer.</p>
  ) : (
    <p className="max-w-prose whitespace-pre-line wrap-anywhere">{question.answer}</p>
  );

/** The points of the model answer. Shows nothing to a student before the quiz is marked, because the server does not send the points. */
export const ModelAnswer = ({ question }: { question: QuizQuestion }) =>
  question.points !== null && (
    <div className="max-w-prose text-sm">
      <p className="font-medium">Model answer</p>
      <ul className="mt-1 list-disc space-y-0.5 pl-5 text-muted marker:text-gold">
        {question.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );

export const WrittenAnswer = ({ question }: { question: QuizQuestion }) => (
  <div className="mt-3 grid gap-4">
    <div className="rounded-control border border-hairline bg-sunken px-3 py-2">
      <p className="text-sm font-medium text-muted">Your answer</p>
      <AnswerText question={question} />
    </div>
    <ModelAnswer question={question} />
  </div>
);
