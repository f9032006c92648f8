import { randomBytes } from 'node:crypto';
import { NIL } from 'uuid';
import { randomSymbolCount } from '#contract/certificate-number.ts';
import { endpoints } from '#contract/endpoints.ts';
import { saltLength } from '#events/seals/proof/commitment.ts';
import { courseById } from '../../aggregates/course.ts';
import { enrolmentById } from '../../aggregates/enrolment.ts';
import { userById } from '../../aggregates/user.ts';
import { type CommandHandler, createCommandHandler } from '../../command-handler/command-handler.ts';
import { resolveEnrolment } from '../enrolments/resolve-enrolment.ts';
import { issueCertificate } from './decide.ts';

/** Creates the handler that issues certificates. @param clock returns the current time, for the year in a certificate's number. */
export const createCertificateHandlers = (clock: () => Date): readonly CommandHandler[] => [
  createCommandHandler(endpoints.collectCertificate, {
    resolve: async ({ identity: { userId }, body }, executor) => ({
      // Either field may hold the id of the enrolment or of the course.
      ...(await resolveEnrolment(executor, { userId, id: body.enrolmentId ?? body.courseId ?? NIL })),
      year: clock().getUTCFullYear(),
      random: { number: randomBytes(randomSymbolCount), salt: randomBytes(saltLength) },
    }),
    writes: (_, { enrolmentId }) => ({ enrolment: enrolmentById(enrolmentId) }),
    reads: ({ identity }, { courseId }) => ({
      course: courseById(courseId),
      student: userById(identity.userId),
    }),
    decide: ({ actor }, states, { enrolmentId: id, year, random }) =>
      issueCertificate({ id, actor, year, random }, states),
  }),
];
