import { needsQuiz, tellQuiz } from './about-quiz.ts';
import { announces } from './announces.ts';

export const quizMarked = announces('QuizMarked', {
  needs: needsQuiz,
  announce: tellQuiz('quiz-marked', 'quiz-marks-changed'),
});
