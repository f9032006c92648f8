import { NIL } from 'uuid';
import type { calls } from '#contract/calls.ts';
import type { CommandExecutor } from '#events/log/decide.ts';
import type { CommandInput } from '../calls/command-call.ts';
import { type EnrolmentRef, resolveEnrolment } from '../enrolments/way-of.ts';
import type { FindEnrolment } from './find-enrolment.ts';

export type StartInput = CommandInput<typeof calls.startQuiz>;

/**
 * The enrolment that a quiz is meant to belong to, and its course: by the id of either, or by code alone. Where there is
 * none, ids of nothing, so that it is decided on like the others.
 */
export const wayMeant = async (
  executor: Pick<CommandExecutor, 'consider'>,
  { identity: { userId }, body: { enrolmentId: id, code } }: StartInput,
  findEnrolment: FindEnrolment,
): Promise<EnrolmentRef> => {
  if (id !== undefined) return resolveEnrolment(executor, { userId, id });
  return (await findEnrolment({ userId, code })) ?? { enrolmentId: NIL, courseId: NIL };
};
