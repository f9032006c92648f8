import {
  certificateAnswer,
  certificateInPath,
  certificateList,
  certificateRequest,
  proofQuery,
  verification,
} from '../schemas/certificates.ts';
import { type Endpoint, emailInPath, endpointDefaults } from './endpoint.ts';

/** Issuing a certificate. The API description lists it with the other steps of a student in a course. */
export const certificateIssueEndpoints = {
  collectCertificate: {
    ...endpointDefaults,
    method: 'POST',
    path: '/certificates',
    group: 'learning',
    summary:
      'Issues the certificate of a completed course, given by enrolmentId or courseId. If the certificate was already issued, returns that one.',
    access: 'course.learn',
    body: certificateRequest,
    answer: certificateAnswer,
    problems: ['course-incomplete', 'conflict'],
  },
} as const satisfies Record<string, Endpoint>;

/** Issued certificates: a student's own, and any by its number. */
export const certificateEndpoints = {
  listCertificates: {
    ...endpointDefaults,
    disclosure: 'certificates',
    method: 'GET',
    path: '/certificates/{email}',
    group: 'learning',
    summary: 'A student’s certificates, newest first.',
    access: 'self',
    params: emailInPath,
    answer: certificateList,
  },
  verifyCertificate: {
    ...endpointDefaults,
    method: 'GET',
    path: '/verify/{number}',
    group: 'learning',
    summary:
      'A certificate by its number, with the proof that its event is in the sealed log. Certificates of removed users are reported as withdrawn.',
    access: 'anyone',
    params: certificateInPath,
    query: proofQuery,
    answer: verification,
    problems: ['not-found'],
  },
} as const satisfies Record<string, Endpoint>;
