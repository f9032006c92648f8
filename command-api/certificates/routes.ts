import { randomBytes } from 'node:crypto';
import { NIL } from 'uuid';
import { calls } from '#events/contract/calls.ts';
import { randomSymbols } from '#events/contract/certificate-number.ts';
import type { CommandExecutor } from '#events/log/decide.ts';
import { saltLength } from '#events/seals/proof/commitment.ts';
import { enrolmentIdOf } from '#platform/identity/ids.ts';
import { type CommandCall, type CommandInput, permittedCommand } from '../calls/command-call.ts';
import { courseOf } from '../courses/decide.ts';
import { enrolmentOf } from '../enrolments/enrolment.ts';
import { userOf } from '../users/decide.ts';
import { type Chance, issueCertificate } from './decide.ts';

type Input = CommandInput<typeof calls.collectCertificate>;

/** Both ids are in the body by now: `meantBy` has found out which were meant. */
const collect = (chance: Chance, now: Date) =>
  permittedCommand(
    calls.collectCertificate,
    ({ identity, body }) => ({
      enrolment: enrolmentOf(body.enrolmentId ?? NIL),
      course: { ...courseOf(body.courseId ?? NIL), readOnly: true },
      student: { ...userOf(identity.userId), readOnly: true },
    }),
    ({ actor, body }, states) => {
      const command = { id: body.enrolmentId ?? NIL, actor, year: now.getUTCFullYear(), chance };
      const { events, answer } = issueCertificate(command, states);
      return { events: { enrolment: events }, answer };
    },
  );

const noEnrolment = new Error('This is not the id of an enrolment.');

/**
 * Which enrolment and which course are meant, whichever id was sent, under whichever name. An enrolment's course
 * never becomes another one, so it may be looked up before the decision.
 */
const meantBy = async (executor: CommandExecutor, { identity, body }: Input): Promise<Input['body']> => {
  const sent = body.enrolmentId ?? body.courseId ?? NIL;
  try {
    // Thrown, what is unknown is read once more: another node may have written it a moment ago.
    return await executor.consider({ enrolment: enrolmentOf(sent) }, ({ enrolment }) => {
      if (enrolment.status === 'unknown') throw noEnrolment;
      return { enrolmentId: sent, courseId: enrolment.courseId };
    });
  } catch (error) {
    if (error !== noEnrolment) throw error;
    return { enrolmentId: enrolmentIdOf(identity.userId, sent), courseId: sent };
  }
};

const drawn = (): Chance => ({ number: randomBytes(randomSymbols), salt: randomBytes(saltLength) });

/** @param clock what time it is: the year stands in the number. */
export const certificateCommands = (clock: () => Date): readonly CommandCall[] => [
  {
    ...collect(drawn(), clock()),
    run: async (executor, given, act) => {
      const body = await meantBy(executor, given as Input);
      return collect(drawn(), clock()).run(executor, { ...given, body } as typeof given, act);
    },
  },
];
