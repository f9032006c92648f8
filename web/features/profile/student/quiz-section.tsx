import { QuizResults } from '../../../ui/quiz/quiz-results.tsx';
import { ProfileSection } from '../section.tsx';

/** What the student has reached in quizzes, in all courses; news of marks lead here. */
export const QuizSection = () => (
  <div id="quiz-results" className="min-w-0">
    <ProfileSection title="Quiz results" subtitle="Each unfolds to its questions, with the right answers.">
      <QuizResults />
    </ProfileSection>
  </div>
);
