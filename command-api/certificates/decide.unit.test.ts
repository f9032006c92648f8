import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { EnrolmentEvent } from '#events/catalogue/enrolment.ts';
import { inserted } from '#contract/answers.ts';
import { certificateNumber } from '#contract/certificate-number.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { bytesOfCommitment } from '#events/seals/proof/commitment.ts';
import { enrolmentAggregate } from '../enrolments/enrolment.ts';
import { listedCourse, removedCourse, unknownCourse } from '../testing/course-states.ts';
import { refusalOf } from '../testing/refusal.ts';
import type { UserState } from '../users/decide.ts';
import { issueCertificate } from './decide.ts';

const way = { userId: 'sam', courseId: 'counting' };
const enrolled: EnrolmentEvent = { type: 'StudentEnrolled', data: way };
const started: EnrolmentEvent = { type: 'CourseStarted', data: { ...way, startedBy: 'enrolment' } };
const left: EnrolmentEvent = { type: 'StudentLeft', data: way };
const modules = (count: number) =>
  Array.from(
    { length: count },
    (_, index): EnrolmentEvent => ({ type: 'ModuleCompleted', data: { ...way, module: index + 1 } }),
  );
const given = (...events: EnrolmentEvent[]) => foldEvents(enrolmentAggregate, events);
const completed = [enrolled, started, ...modules(5)];

const student: UserState = {
  status: 'registered',
  name: 'সাম সিদ্দিকী',
  imageUrl: '/sam.svg',
  userType: 'Student',
  wishedType: null,
};
const chance = { number: new Uint8Array(11).fill(7), salt: new Uint8Array(32).fill(9) };
const command = { id: 'way', actor: { id: 'sam' }, year: 2026, chance };
const number = certificateNumber(2026, chance.number);
const issue = (enrolment: EnrolmentEvent[], changes: object = {}) =>
  issueCertificate(command, { enrolment: given(...enrolment), course: listedCourse, student, ...changes });
const issued = issue(completed).events;

test('given all five modules, the certificate says what is true now, and commits to the name', () => {
  expect(issue(completed)).toEqual({
    events: [
      {
        type: 'CertificateIssued',
        data: {
          ...way,
          number,
          courseName: listedCourse.facts.name,
          courseCode: listedCourse.facts.code,
          instructor: listedCourse.facts.instructor,
          studentName: student.name,
          nameCommitment: hash('sha256', bytesOfCommitment(chance.salt, 'সাম সিদ্দিকী')),
          nameSalt: '09'.repeat(32),
        },
      },
    ],
    answer: { ...inserted('way'), number },
  });
});

test('given anything less, there is none', () => {
  for (const events of [[], [enrolled], [enrolled, started], [enrolled, started, ...modules(4)]])
    expect(refusalOf(() => issue(events))).toBe('course-incomplete');
});

test('it is issued once: the first answer again, whatever became of name, course and enrolment', () => {
  const other = { ...command, year: 2031, chance: { ...chance, number: new Uint8Array(11).fill(1) } };
  for (const course of [listedCourse, removedCourse, unknownCourse])
    for (const after of [[], [left], [left, enrolled]])
      expect(
        issueCertificate(other, {
          enrolment: given(...completed, ...issued, ...after),
          course,
          student: { ...student, name: 'Sam S.' },
        }),
      ).toEqual({ events: [], answer: { ...inserted('way'), number } });
});

test('what was completed stays completed: after the course was removed, after the student left it', () => {
  expect(issue(completed, { course: removedCourse }).events).toEqual(issued);
  expect(issue([...completed, left]).events).toEqual(issued);
});

test('nobody collects another’s certificate', () => {
  for (const events of [completed, [...completed, ...issued]])
    expect(
      refusalOf(() =>
        issueCertificate(
          { ...command, actor: { id: 'eve' } },
          { enrolment: given(...events), course: listedCourse, student },
        ),
      ),
    ).toBe('forbidden');
});

test('a certificate without a name or a course is none', () => {
  expect(refusalOf(() => issue(completed, { student: { ...student, name: null } }))).toBe('conflict');
  expect(refusalOf(() => issue(completed, { student: { status: 'removed' } }))).toBe('conflict');
  expect(refusalOf(() => issue(completed, { course: unknownCourse }))).toBe('conflict');
});
