import {
  certificateAnswer,
  certificateInPath,
  certificateList,
  certificateRequest,
  proofQuery,
  verification,
} from '../certificates.ts';
import { bare, type Call, emailInPath } from './call.ts';

/** How a certificate comes about, at the end of a course. The API description names it with what a student does there. */
export const certificateIssueCalls = {
  collectCertificate: {
    ...bare,
    method: 'POST',
    path: '/certificates',
    group: 'learning',
    summary:
      'Issues the certificate of a completed course, named by enrolmentId or courseId; a repetition answers the first one.',
    who: 'course.learn',
    body: certificateRequest,
    answer: certificateAnswer,
    problems: ['course-incomplete', 'conflict'],
  },
} as const satisfies Record<string, Call>;

/** The certificates that were issued: a student’s own, and anybody’s by its number. */
export const certificateCalls = {
  listCertificates: {
    ...bare,
    discloses: 'certificates',
    method: 'GET',
    path: '/certificates/{email}',
    group: 'learning',
    summary: 'A student’s certificates, the newest first.',
    who: 'self',
    params: emailInPath,
    answer: certificateList,
  },
  verifyCertificate: {
    ...bare,
    method: 'GET',
    path: '/verify/{number}',
    group: 'learning',
    summary:
      'What a certificate says, by its number, with the proof that its event is in the sealed log; of a removed person that it was withdrawn.',
    who: 'anyone',
    params: certificateInPath,
    query: proofQuery,
    answer: verification,
    problems: ['not-found'],
  },
} as const satisfies Record<string, Call>;
