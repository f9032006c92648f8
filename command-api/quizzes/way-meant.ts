import { NIL } from 'uuid';
import type { calls } from '#events/contract/calls.ts';
import type { CommandExecutor } from '#events/log/decide.ts';
import { enrolmentIdOf } from '#platform/identity/ids.ts';
import type { CommandInput } from '../calls/command-call.ts';
import { enrolmentOf } from '../enrolments/enrolment.ts';
import type { FindEnrolment, Way } from './find-enrolment.ts';

export type StartInput = CommandInput<typeof calls.startQuiz>;

const noEnrolment = new Error('This is not the id of an enrolment.');

/**
 * The enrolment that a quiz is meant to belong to, and its course, which never becomes another one: by the id of either,
 * or by code alone. Where there is none, ids of nothing, so that it is decided on like the others.
 */
export const wayMeant = async (
  executor: Pick<CommandExecutor, 'consider'>,
  { identity: { userId }, body }: StartInput,
  findEnrolment: FindEnrolment,
): Promise<Way> => {
  const { enrolmentId: sent, code } = body;
  if (sent === undefined)
    return (await findEnrolment({ userId, code })) ?? { enrolmentId: NIL, courseId: NIL };
  try {
    // Thrown, what is unknown is read once more: another node may have written it a moment ago.
    return await executor.consider({ enrolment: enrolmentOf(sent) }, ({ enrolment }) => {
      if (enrolment.status === 'unknown') throw noEnrolment;
      return { enrolmentId: sent, courseId: enrolment.courseId };
    });
  } catch (error) {
    if (error !== noEnrolment) throw error;
    return { enrolmentId: enrolmentIdOf(userId, sent), courseId: sent };
  }
};
