import { needsQuiz, tellQuiz } from './about-quiz.ts';
import { announces } from './announces.ts';

export const quizFinished = announces('QuizFinished', {
  needs: needsQuiz,
  announce: tellQuiz('quiz-finished', 'quiz-submitted'),
});
