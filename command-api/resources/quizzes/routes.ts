import { endpoints } from '#contract/endpoints.ts';
import { courseById } from '../../aggregates/course.ts';
import { enrolmentById } from '../../aggregates/enrolment.ts';
import { quizById } from '../../aggregates/quiz.ts';
import { userById } from '../../aggregates/user.ts';
import { type CommandHandler, createCommandHandler } from '../../command-handler/command-handler.ts';
import { markQuiz } from './decide-mark.ts';
import { startQuiz } from './decide-start.ts';
import { submitQuiz } from './decide-submit.ts';
import { createPresentAnswer } from './present-answer.ts';
import { resolveStart, type StartDependencies } from './resolve-start.ts';

/**
 * Creates the handlers that start, submit and mark quizzes.
 * @param dependencies.clock returns the current time, for the start of a quiz and for the presented answer.
 */
export const createQuizHandlers = (
  dependencies: StartDependencies & { clock: () => Date },
): readonly CommandHandler[] => [
  createCommandHandler(endpoints.startQuiz, {
    resolve: ({ identity: { userId }, body: { enrolmentId, code, kind } }, executor) =>
      resolveStart(dependencies, executor, { userId, enrolmentId, code, kind }),
    writes: (_, { nextId }) => ({ next: quizById(nextId) }),
    reads: (_, { enrolmentId, courseId, latestId }) => ({
      enrolment: enrolmentById(enrolmentId),
      course: courseById(courseId),
      latest: latestId === null ? null : quizById(latestId),
    }),
    // The time of the decision counts: a student must not lose the time for which the command waits for other commands.
    decide: ({ actor, body: { kind } }, states, { nextId }) =>
      startQuiz({ actor, attemptId: nextId, kind, now: dependencies.clock() }, states),
    presentAnswer: createPresentAnswer('open', dependencies.clock),
  }),
  createCommandHandler(endpoints.submitQuiz, {
    writes: ({ params }) => ({ quiz: quizById(params.id) }),
    // The time of the arrival counts, because the decision may have to wait for the log.
    decide: ({ actor, arrivedAt, body: { answers } }, { quiz }) =>
      submitQuiz({ actor, answers, now: arrivedAt }, quiz),
    presentAnswer: createPresentAnswer('submitted', dependencies.clock),
  }),
  createCommandHandler(endpoints.markQuiz, {
    // The student and the course of an attempt never change.
    resolve: ({ params }, executor) =>
      executor.find({ quiz: quizById(params.id) }, ({ quiz }) =>
        quiz.status === 'unknown' ? null : quiz.attempt,
      ),
    writes: ({ params }) => ({ quiz: quizById(params.id) }),
    reads: (_, attempt) => ({
      course: attempt && courseById(attempt.courseId),
      student: attempt && userById(attempt.userId),
    }),
    decide: ({ actor, body: { marks, remark } }, states) => markQuiz({ actor, marks, remark }, states),
  }),
];
