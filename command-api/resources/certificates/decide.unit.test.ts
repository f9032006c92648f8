import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { formatCertificateNumber } from '#contract/certificate-number.ts';
import { inserted } from '#contract/schemas/command-results.ts';
import type { EnrolmentEvent } from '#events/catalogue/streams/enrolment.ts';
import { encodeCommitment } from '#events/seals/proof/commitment.ts';
import { listedCourse, removedCourse, unknownCourse } from '../../testing/course-states.ts';
import {
  courseLeft,
  courseStarted,
  enrolled,
  enrolmentAfter,
  modulesCompleted,
  samInCounting,
} from '../../testing/enrolment-events.ts';
import { refusalCode } from '../../testing/refusal-code.ts';
import { registeredUser } from '../../testing/registered-user.ts';
import { issueCertificate } from './decide.ts';

const completed = [enrolled, courseStarted, ...modulesCompleted(5)];

const student = registeredUser('সাম সিদ্দিকী', 'Student');
const random = { number: new Uint8Array(11).fill(7), salt: new Uint8Array(32).fill(9) };
const command = { id: 'enrolment', actor: { id: 'sam' }, year: 2026, random };
const number = formatCertificateNumber(2026, random.number);
const issue = (enrolment: EnrolmentEvent[], changes: object = {}) =>
  issueCertificate(command, {
    enrolment: enrolmentAfter(...enrolment),
    course: listedCourse,
    student,
    ...changes,
  });
const issued = issue(completed).events;

test('issues a certificate with the current names and a commitment to the student’s name', () => {
  expect(issue(completed)).toEqual({
    events: [
      {
        type: 'CertificateIssued',
        data: {
          ...samInCounting,
          number,
          courseName: listedCourse.fields.name,
          courseCode: listedCourse.fields.code,
          instructor: listedCourse.fields.instructor,
          studentName: student.name,
          nameCommitment: hash('sha256', encodeCommitment(random.salt, 'সাম সিদ্দিকী')),
          nameSalt: '09'.repeat(32),
        },
      },
    ],
    answer: { ...inserted('enrolment'), number },
  });
});

test('refuses a certificate before all modules are completed', () => {
  for (const events of [
    [],
    [enrolled],
    [enrolled, courseStarted],
    [enrolled, courseStarted, ...modulesCompleted(4)],
  ])
    expect(refusalCode(() => issue(events))).toBe('course-incomplete');
});

test('answers a later request with the first certificate, even if something has changed since', () => {
  const laterCommand = { ...command, year: 2031, random: { ...random, number: new Uint8Array(11).fill(1) } };
  for (const course of [listedCourse, removedCourse, unknownCourse])
    for (const laterEvents of [[], [courseLeft], [courseLeft, enrolled]])
      expect(
        issueCertificate(laterCommand, {
          enrolment: enrolmentAfter(...completed, ...issued, ...laterEvents),
          course,
          student: { ...student, name: 'Sam S.' },
        }),
      ).toEqual({ events: [], answer: { ...inserted('enrolment'), number } });
});

test('issues a certificate after the course was removed, and after the student left it', () => {
  expect(issue(completed, { course: removedCourse }).events).toEqual(issued);
  expect(issue([...completed, courseLeft]).events).toEqual(issued);
});

test('refuses another student’s certificate as if the enrolment were unknown', () => {
  for (const events of [completed, [...completed, ...issued]])
    expect(
      refusalCode(() =>
        issueCertificate(
          { ...command, actor: { id: 'eve' } },
          { enrolment: enrolmentAfter(...events), course: listedCourse, student },
        ),
      ),
    ).toBe('course-incomplete');
});

test('refuses a certificate if the name or the course is unknown', () => {
  expect(refusalCode(() => issue(completed, { student: { ...student, name: null } }))).toBe('conflict');
  expect(refusalCode(() => issue(completed, { student: { status: 'removed' } }))).toBe('conflict');
  expect(refusalCode(() => issue(completed, { course: unknownCourse }))).toBe('conflict');
});
