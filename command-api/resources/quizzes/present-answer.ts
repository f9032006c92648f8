import type { TimedQuizAttempt } from '#contract/schemas/quizzes.ts';
import { enrolmentIdOf } from '#platform/identity/record-ids.ts';
import { presentAttempt } from '#quizzes/present-attempt.ts';
import { courseById } from '../../aggregates/course.ts';
import { type QuizState, quizById } from '../../aggregates/quiz.ts';
import type { CommandHandler } from '../../command-handler/command-handler.ts';
import type { AttemptAnswer } from './decide-start.ts';

type KnownQuiz = Exclude<QuizState, { status: 'unknown' }>;

/**
 * Creates the `presentAnswer` step of the commands that start and submit quizzes. The stored answer to the command names only the
 * attempt, because the answers that the student wrote are personal and the remaining time changes. The attempt is presented in its
 * current state, for the first request and for each repetition.
 * @param minimumStatus the status that the command gave the attempt. A started attempt may have been submitted since.
 */
export const createPresentAnswer =
  (minimumStatus: 'open' | 'submitted', clock: () => Date): NonNullable<CommandHandler['presentAnswer']> =>
  async (executor, stored) => {
    const { _id } = stored as AttemptAnswer;
    const quiz = await executor.find({ quiz: quizById(_id) }, ({ quiz: state }) =>
      state.status === 'submitted' || (state.status === 'open' && minimumStatus === 'open') ? state : null,
    );
    if (!quiz) throw new Error('An attempt to which a stored answer refers is not in the log.');
    const courseName = await executor.find({ course: courseById(quiz.attempt.courseId) }, ({ course }) =>
      course.status === 'unknown' ? null : course.fields.name,
    );
    return presentQuiz(quiz, courseName ?? '', clock());
  };

const presentQuiz = (quiz: KnownQuiz, courseName: string, now: Date): TimedQuizAttempt => {
  const { attempt } = quiz;
  const fields = {
    id: attempt.attemptId,
    enrolmentId: enrolmentIdOf(attempt.userId, attempt.courseId),
    courseId: attempt.courseId,
    courseName,
    code: attempt.code,
    kind: attempt.kind,
    questionIds: attempt.questionIds,
    deadline: new Date(attempt.deadline),
    submission: quiz.status === 'submitted' ? quiz.submission : null,
    marking: quiz.status === 'submitted' ? quiz.marking : null,
  };
  return { ...presentAttempt(fields, now), serverNow: now.toISOString() };
};
