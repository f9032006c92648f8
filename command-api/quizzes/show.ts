import type { TimedQuizAttempt } from '#contract/quizzes.ts';
import type { CommandExecutor } from '#events/log/decide.ts';
import { presentAttempt } from '#quizzes/attempt.ts';
import { enrolmentIdOf } from '#platform/identity/ids.ts';
import type { CommandCall } from '../calls/command-call.ts';
import { type CourseState, courseOf } from '../courses/decide.ts';
import { type QuizState, quizOf } from './quiz.ts';
import type { AttemptAnswer } from './start.ts';

type Known = Exclude<QuizState, { status: 'unknown' }>;

/** Thrown, what is looked at is read once more: another node may have written it a moment ago. */
const notThere = new Error('This is not the id of an attempt.');

/** The attempt with this id, and its course; null when there is none. @param isMeant whether it stands far enough. */
export const findAttempt = async (
  executor: Pick<CommandExecutor, 'consider'>,
  id: string,
  isMeant: (quiz: Known) => boolean = () => true,
): Promise<Known | null> => {
  try {
    return await executor.consider({ quiz: quizOf(id) }, ({ quiz }) => {
      if (quiz.status === 'unknown' || !isMeant(quiz)) throw notThere;
      return quiz;
    });
  } catch (error) {
    if (error === notThere) return null;
    throw error;
  }
};

const nameOf = (course: CourseState) => (course.status === 'unknown' ? '' : course.facts.name);

const shown = (quiz: Known, course: CourseState, now: Date): TimedQuizAttempt => {
  const { attempt } = quiz;
  const facts = {
    ...{ id: attempt.attemptId, enrolmentId: enrolmentIdOf(attempt.userId, attempt.courseId) },
    ...{ courseId: attempt.courseId, courseName: nameOf(course), code: attempt.code, kind: attempt.kind },
    ...{ questionIds: attempt.questionIds, deadline: new Date(attempt.deadline) },
    submission: quiz.status === 'submitted' ? quiz.submission : null,
    marking: quiz.status === 'submitted' ? quiz.marking : null,
  };
  return { ...presentAttempt(facts, now), serverNow: now.toISOString() };
};

/**
 * What is stored as the answer names the attempt, and no more: answers are personal, and the clock goes on. It is shown as
 * it stands now, to the first sending as to each repeat.
 * @param after what the command leaves behind.
 */
export const showAttempt =
  (after: 'start' | 'submission', clock: () => Date): NonNullable<CommandCall['show']> =>
  async (executor, stored) => {
    const { _id } = stored as AttemptAnswer;
    const quiz = await findAttempt(
      executor,
      _id,
      (found) => after === 'start' || found.status === 'submitted',
    );
    if (!quiz) throw new Error('An attempt that was just written is not in the log.');
    return executor.consider({ course: courseOf(quiz.attempt.courseId) }, ({ course }) =>
      shown(quiz, course, clock()),
    );
  };
