import { Timer } from 'lucide-react';
import { questionsOfAQuiz, quizSeconds } from '#contract/quizzes.ts';
import { quizAddress } from '../../../client/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { QuizResults } from '../../../domains/quizzes/components/quiz-results.tsx';
import type { Lesson } from './lesson.ts';

/** The way to the quizzes of the course, and what the student has reached in them. */
export const QuizTab = ({ enrolment }: Lesson) => (
  <div className="grid gap-8">
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-hairline bg-surface p-5">
      <p className="flex min-w-0 items-center gap-3">
        <Timer className="size-6 shrink-0 text-brand" aria-hidden="true" />
        {questionsOfAQuiz} questions in {quizSeconds} seconds: by choosing or in your own words.
      </p>
      <ButtonLink to={quizAddress(enrolment)} state={{ code: enrolment.course_code }}>
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
