import { Timer } from 'lucide-react';
import { questionsPerQuiz, quizSeconds } from '#contract/schemas/quizzes.ts';
import { quizPath } from '../../../client/paths.ts';
import { QuizResults } from '../../../domains/quizzes/components/quiz-results.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import type { LessonProps } from './lesson.ts';

/** A link to the course's quizzes, and the student's results. */
export const QuizTab = ({ enrolment }: LessonProps) => (
  <div className="grid gap-8">
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-hairline bg-surface p-5">
      <p className="flex min-w-0 items-center gap-3">
        <Timer className="size-6 shrink-0 text-brand" />
        {questionsPerQuiz} questions in {quizSeconds} seconds, multiple choice or written.
      </p>
      <ButtonLink to={quizPath(enrolment)} state={{ code: enrolment.course_code }}>
        Take Quizzes
      </ButtonLink>
    </div>
    <section aria-labelledby="quiz-results">
      <h2 id="quiz-results" className="mb-4 font-serif text-xl font-semibold">
        Your results
      </h2>
      <QuizResults enrolmentId={enrolment._id} />
    </section>
  </div>
);
