import { expect, test } from 'vitest';
import { policies } from '#contract/policies.ts';
import { checkAnswer } from './checks/answers.ts';
import { EventCheck } from './checks/event-check.ts';
import { eventRules } from './checks/event-rules.ts';
import { checkMemory, summarizeMemoryUse } from './checks/memory.ts';
import { Roles } from './checks/roles.ts';
import type { AttackRequest } from './grammar/request.ts';
import { openConnections } from './send.ts';

const megabyte = 1024 * 1024;
const findingsIn = (samples: readonly number[]) => {
  const use = summarizeMemoryUse('product', samples);
  return use === null ? null : checkMemory(use);
};

test('finds memory that grows after warm-up', () => {
  const growing = Array.from({ length: 40 }, (_, index) => (100 + 20 * index) * megabyte);
  expect(findingsIn(growing)).toMatchObject([{ check: 'memory grows' }]);
});

test('tolerates memory that jumps with the garbage collector, and growth that ends soon after the warm-up', () => {
  const jumping = Array.from({ length: 40 }, (_, index) => (200 + 150 * (index % 3)) * megabyte);
  expect(findingsIn(jumping)).toEqual([]);
  const warmingUp = Array.from({ length: 40 }, (_, index) => Math.min(600, 50 * index) * megabyte);
  expect(findingsIn(warmingUp)).toEqual([]);
});

test('does not judge memory by a few samples', () => {
  expect(findingsIn([1, 1_000_000_000])).toBeNull();
});

test.each([
  'https://school.example',
  'http://10.0.0.1:8080',
  'http://localhost.evil.example',
  'not an address',
])('refuses to attack %s', (address) => {
  expect(() => openConnections(address, { timeoutMs: 1, maxAnswerBytes: 1 })).toThrow('is not on loopback');
});

test('knows every role that a user had in a span of the log', () => {
  const roles = new Roles();
  roles.set('ada', 3, 'Student');
  roles.set('ada', 7, 'Admin');
  roles.set('ada', 9, null);
  expect(roles.current('ada')).toBeNull();
  expect(roles.between('ada', 0, 2)).toEqual(new Set([null]));
  expect(roles.between('ada', 5, 8)).toEqual(new Set(['Student', 'Admin']));
  expect(roles.between('ada', 8, 20)).toEqual(new Set(['Admin', null]));
});

test.each([
  ['Instructor', 'ian', 'optics', true],
  ['Instructor', 'ian', 'logic', false],
  ['Instructor', 'ian', 'no course', true],
  ['Admin', 'ada', 'logic', true],
  ['Student', 'sam', 'optics', false],
])('knows whether the %s %s may post an announcement (course: %s)', (role, id, courseId, isPermitted) => {
  const event = {
    ...{
      position: 1,
      stream: 'announcement-1',
      type: 'AnnouncementPosted',
      commandId: '1',
      correlationId: '1',
    },
    ...{
      actor: { id, role },
      data: { userId: id, userType: role, courseId: courseId === 'no course' ? null : courseId },
    },
  };
  const context = {
    ...{ event, actor: { id, role }, eventsOfCommand: [event], policies },
    ...{ isStudentMessage: false, withdrawnBy: null },
  };
  const teacherOf = (course: string) => (course === 'optics' ? 'ian' : null);
  expect(eventRules.AnnouncementPosted({ ...context, teacherOf })).toBe(isPermitted);
});

const message = 'StudentMessagePosted';
const announcement = 'AnnouncementPosted';

test.each([
  ['its poster', { posted: message, withdrawnBy: 'ian', teacher: 'ian', restoredBy: 'ian' }, true],
  ['a former teacher', { posted: message, withdrawnBy: 'ian', teacher: 'eve', restoredBy: 'ian' }, false],
  ['a former teacher', { posted: announcement, withdrawnBy: 'ian', teacher: 'eve', restoredBy: 'ian' }, true],
  ['a teacher', { posted: announcement, withdrawnBy: 'ada', teacher: 'ian', restoredBy: 'ian' }, false],
  ['an Admin', { posted: message, withdrawnBy: 'ada', teacher: 'eve', restoredBy: 'ada' }, true],
])(
  'knows whether %s may restore an announcement (%o)',
  (_, { posted, withdrawnBy, teacher, restoredBy }, isPermitted) => {
    const check = new EventCheck(policies);
    const roles: Record<string, string> = { ian: 'Instructor', eve: 'Instructor', ada: 'Admin' };
    const eventOf = (position: number, stream: string, type: string, actorId: string, data: object) => ({
      ...{ position, stream, type, data: { ...data } },
      ...{ commandId: `${position}`, correlationId: `${position}` },
      actor: { id: actorId, role: roles[actorId] ?? '' },
    });
    const data = { userId: 'ian', courseId: 'optics' };
    check.skip([
      ...Object.entries(roles).map(([id, userType], index) =>
        eventOf(index + 1, `user-${id}`, 'UserRegistered', id, { userType }),
      ),
      eventOf(4, 'course-optics', 'CourseAdded', 'ada', { instructorId: 'ian' }),
      eventOf(5, 'announcement-1', posted, 'ian', { ...data, userType: 'Instructor' }),
      eventOf(6, 'announcement-1', 'AnnouncementWithdrawn', withdrawnBy, data),
      eventOf(7, 'course-optics', 'CourseEdited', 'ada', { changes: { instructorId: teacher } }),
    ]);
    const request: AttackRequest = {
      ...{ index: 5, endpoint: null, method: 'POST', path: '/', headers: [], body: null },
      sender: { kind: 'Instructor', userId: restoredBy, email: null, token: null },
      ...{ ownerEmail: null, delivery: 'client' },
    };
    const outcome = { result: 'answered', status: 200, headers: {}, bytes: 0, text: '', ms: 1 } as const;
    const findings = check.check(
      [eventOf(8, 'announcement-1', 'AnnouncementRestored', restoredBy, data)],
      new Map([['8', { request, outcome, headBefore: 7 }]]),
    );
    expect(findings.map((finding) => finding.check)).toEqual(isPermitted ? [] : ['event without permission']);
  },
);

test('attributes at most one command of a sender to a request without an answer', () => {
  const check = new EventCheck(policies);
  const eventOf = (position: number, actorId: string) => ({
    ...{ position, stream: `reading-${position}`, type: 'PersonalDataRead', data: {} },
    ...{ commandId: `${position}`, correlationId: `${position}`, actor: { id: actorId, role: 'Admin' } },
  });
  check.skip(
    ['ada', 'eve'].map((id, index) => ({
      ...eventOf(index + 1, id),
      ...{ stream: `user-${id}`, type: 'UserRegistered', data: { userType: 'Admin' } },
    })),
  );
  const sender = { kind: 'Admin', userId: 'ada', email: 'ada@school.example', token: null };
  const request: AttackRequest = {
    ...{ index: 5, sender, endpoint: null, method: 'GET', path: '/users', headers: [], body: null },
    ...{ ownerEmail: null, delivery: 'incomplete' },
  };
  const outcome = { result: 'closed', status: 0, headers: {}, bytes: 0, text: '', ms: 1 } as const;
  const unanswered = [{ request, outcome, headBefore: 2 }];
  const events = [eventOf(3, 'eve'), eventOf(4, 'ada'), eventOf(5, 'ada')];
  expect(check.check(events, new Map(), unanswered)).toMatchObject([
    { check: 'event without request', description: expect.stringContaining(' at 3: ') },
    { check: 'event without request', description: expect.stringContaining(' at 5: ') },
  ]);
});

test('lets a download end early only if its user was removed meanwhile', () => {
  const sender = { kind: 'Student', userId: 'ada', email: 'ada@school.example', token: null };
  const request: AttackRequest = {
    ...{ index: 5, sender, endpoint: null, method: 'POST', path: '/me/data', headers: [], body: null },
    ...{ ownerEmail: null, delivery: 'client' },
  };
  const outcome = { result: 'closed', status: 200, headers: {}, bytes: 100, text: '', ms: 1 } as const;
  const check = (status: number, roles: (string | null)[]) =>
    checkAnswer({ request, outcome: { ...outcome, status }, headBefore: 2 }, new Set(roles));
  expect(check(200, ['Student', null])).toEqual([]);
  expect(check(200, ['Student', 'Admin'])).toMatchObject([{ check: 'no answer' }]);
  expect(check(200, [null])).toMatchObject([{ check: 'no answer' }]);
  expect(check(0, ['Student', null])).toMatchObject([{ check: 'no answer' }]);
});
