import { randomBytes } from 'node:crypto';
import { NIL } from 'uuid';
import { calls } from '#contract/calls.ts';
import { randomSymbols } from '#contract/certificate-number.ts';
import { saltLength } from '#events/seals/proof/commitment.ts';
import { type CommandCall, type CommandInput, permittedCommand } from '../calls/command-call.ts';
import { courseOf } from '../courses/decide.ts';
import { enrolmentOf } from '../enrolments/enrolment.ts';
import { resolveEnrolment } from '../enrolments/way-of.ts';
import { userOf } from '../users/decide.ts';
import { type Chance, issueCertificate } from './decide.ts';

type Input = CommandInput<typeof calls.collectCertificate>;

/** Both ids are in the body by now: `wayOf` has found out which were meant. */
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

const drawn = (): Chance => ({ number: randomBytes(randomSymbols), salt: randomBytes(saltLength) });

/** @param clock what time it is: the year stands in the number. */
export const certificateCommands = (clock: () => Date): readonly CommandCall[] => [
  {
    ...collect(drawn(), clock()),
    run: async (executor, given, act) => {
      const { identity, body: sent } = given as Input;
      // Either id, under whichever name.
      const id = sent.enrolmentId ?? sent.courseId ?? NIL;
      const body = await resolveEnrolment(executor, { userId: identity.userId, id });
      return collect(drawn(), clock()).run(executor, { ...given, body } as typeof given, act);
    },
  },
];
