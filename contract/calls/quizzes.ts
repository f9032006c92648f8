import { z } from 'zod';
import { updateAnswer } from '../answers.ts';
import {
  markingState,
  newQuiz,
  quizAttempt,
  quizMarks,
  quizPage,
  quizSubmission,
  submittedQuiz,
  timedQuizAttempt,
} from '../quizzes.ts';
import { emailAddress } from '../text.ts';
import { bare, type Call, idInPath } from './call.ts';

/** Quizzes: taken by students, marked by those who teach the course. */
export const quizCalls = {
  startQuiz: {
    ...bare,
    method: 'POST',
    path: '/quizzes',
    group: 'learning',
    summary:
      'Starts a quiz of a started course. While an attempt of the same kind runs, that one is answered again: same deadline.',
    who: 'quiz.take',
    body: newQuiz,
    answer: timedQuizAttempt,
    problems: ['course-not-started', 'no-questions', 'conflict'],
  },
  submitQuiz: {
    ...bare,
    method: 'POST',
    path: '/quizzes/{id}/answers',
    group: 'learning',
    summary:
      'Ends an attempt with these answers and gives its result. The first submission counts, later ones get its result; what comes after the time is up counts as nothing.',
    who: 'quiz.take',
    params: idInPath,
    body: quizSubmission,
    answer: timedQuizAttempt,
    problems: ['not-found'],
  },
  listQuizzes: {
    ...bare,
    discloses: 'quizzes',
    method: 'GET',
    path: '/quizzes',
    group: 'learning',
    summary: 'A student’s attempts, the newest first; with the right answers once they have ended.',
    who: 'self',
    query: z.object({ email: emailAddress('Email'), ...quizPage }),
    timely: true,
    answer: z.array(quizAttempt),
  },
  listQuizzesToMark: {
    ...bare,
    discloses: 'written-answers',
    method: 'GET',
    path: '/quizzes/marking',
    group: 'learning',
    summary:
      'Written quizzes that wait for marks, or that were marked: an instructor’s own courses, an admin’s all.',
    who: 'quiz.mark',
    query: z.object({ state: markingState, ...quizPage }),
    answer: z.array(submittedQuiz),
  },
  readQuiz: {
    ...bare,
    discloses: 'quizzes',
    method: 'GET',
    path: '/quizzes/{id}',
    group: 'learning',
    summary: 'One attempt, to its student and to those who may mark it.',
    who: 'registered',
    params: idInPath,
    timely: true,
    answer: timedQuizAttempt,
    problems: ['not-found'],
  },
  markQuiz: {
    ...bare,
    method: 'PATCH',
    path: '/quizzes/{id}/marks',
    group: 'learning',
    summary: 'Marks a written quiz, or changes the marks: the course’s instructor or an admin.',
    who: 'quiz.mark',
    params: idInPath,
    body: quizMarks,
    answer: updateAnswer,
  },
} as const satisfies Record<string, Call>;
