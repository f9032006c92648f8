import { z } from 'zod/mini';
import { emailAddress } from '../fields/text.ts';
import { updateAnswer } from '../schemas/command-results.ts';
import {
  markingState,
  newQuiz,
  quizAttempt,
  quizMarks,
  quizPage,
  quizSubmission,
  submittedQuiz,
  timedQuizAttempt,
  withoutQuestions,
} from '../schemas/quizzes.ts';
import { type Endpoint, endpointDefaults, idInPath } from './endpoint.ts';

/** Quizzes: taken by students, marked by the teacher of the course or an Admin. */
export const quizEndpoints = {
  startQuiz: {
    ...endpointDefaults,
    method: 'POST',
    path: '/quizzes',
    group: 'learning',
    summary:
      'Starts a quiz in a started course. While an attempt of the same kind is running, returns that attempt with its deadline.',
    access: 'quiz.take',
    body: newQuiz,
    answer: timedQuizAttempt,
    problems: ['course-not-started', 'no-questions', 'conflict'],
  },
  submitQuiz: {
    ...endpointDefaults,
    method: 'POST',
    path: '/quizzes/{id}/answers',
    group: 'learning',
    summary:
      'Submits the answers of an attempt and returns its result. Only the first submission counts. Answers that arrive after the deadline and the grace period of three seconds do not count.',
    access: 'quiz.take',
    params: idInPath,
    body: quizSubmission,
    answer: timedQuizAttempt,
    problems: ['not-found'],
  },
  listQuizzes: {
    ...endpointDefaults,
    disclosure: 'quizzes',
    method: 'GET',
    path: '/quizzes',
    group: 'learning',
    summary: 'A student’s attempts, newest first. Ended attempts include the correct answers.',
    access: 'self',
    query: z.object({ email: emailAddress('Email'), ...quizPage }),
    changesWithTime: true,
    answer: z.array(quizAttempt),
  },
  listQuizzesToMark: {
    ...endpointDefaults,
    disclosure: 'written-answers',
    method: 'GET',
    path: '/quizzes/marking',
    group: 'learning',
    summary:
      'Written quizzes that await marks, or that were marked. Instructors get the quizzes of the courses that they teach, Admins get all quizzes. With withoutQuestions=true, each quiz has the number of its answers instead of its questions.',
    access: 'quiz.mark',
    query: z.object({ state: markingState, withoutQuestions, ...quizPage }),
    answer: z.array(submittedQuiz),
  },
  readQuiz: {
    ...endpointDefaults,
    disclosure: 'quizzes',
    method: 'GET',
    path: '/quizzes/{id}',
    group: 'learning',
    summary:
      'One attempt: for its student, for Admins, and, if it has written answers, for the teacher of its course.',
    access: 'registered',
    params: idInPath,
    changesWithTime: true,
    answer: timedQuizAttempt,
    problems: ['not-found'],
  },
  markQuiz: {
    ...endpointDefaults,
    method: 'PATCH',
    path: '/quizzes/{id}/marks',
    group: 'learning',
    summary: 'Marks a written quiz, or changes its marks. For the teacher of the course and Admins.',
    access: 'quiz.mark',
    params: idInPath,
    body: quizMarks,
    answer: updateAnswer,
    problems: ['conflict'],
  },
} as const satisfies Record<string, Endpoint>;
