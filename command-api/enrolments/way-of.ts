import type { CommandExecutor } from '#events/log/decide.ts';
import { enrolmentIdOf } from '#platform/identity/ids.ts';
import { enrolmentOf } from './enrolment.ts';

/** An enrolment and its course, by their ids. */
export type EnrolmentRef = { enrolmentId: string; courseId: string };

const noEnrolment = new Error('This is not the id of an enrolment.');

/**
 * The enrolment that an id means, which may be its own (whosever it is) or that of its course. An enrolment's course never
 * becomes another one, so this may be looked up before the decision.
 */
export const resolveEnrolment = async (
  executor: Pick<CommandExecutor, 'consider'>,
  { userId, id }: { userId: string; id: string },
): Promise<EnrolmentRef> => {
  try {
    // Thrown, what is unknown is read once more: another node may have written it a moment ago.
    return await executor.consider({ enrolment: enrolmentOf(id) }, ({ enrolment }) => {
      if (enrolment.status === 'unknown') throw noEnrolment;
      return { enrolmentId: id, courseId: enrolment.courseId };
    });
  } catch (error) {
    if (error !== noEnrolment) throw error;
    return { enrolmentId: enrolmentIdOf(userId, id), courseId: id };
  }
};
