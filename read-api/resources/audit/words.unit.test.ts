import { expect, test } from 'vitest';
import { auditKinds } from '#contract/audit.ts';
import { catalogue } from '#events/catalogue/catalogue.ts';
import { examples } from '#events/catalogue/examples.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { Surroundings } from './surroundings.ts';
import { sentence } from './words.ts';

const id = (end: number) => `00000000-0000-4000-8000-${String(end).padStart(12, '0')}`;
const [ada, sam, databases] = [id(1), id(2), id(9)];
const around: Surroundings = {
  people: new Map([
    [ada, 'Ada Lovelace'],
    [sam, 'Sam'],
  ]),
  courses: new Map([[databases, { code: 'CSE', name: 'Databases' }]]),
  streams: new Map(),
  reviews: new Map(),
  acts: new Map(),
  hangsOn: new Map(),
  wentWith: new Map(),
};
const recorded = (event: object, stream: string, actor: string | null = ada) =>
  ({
    ...event,
    ...{ stream, position: 1, version: 1, commandId: id(50), recordedAt: new Date(0) },
    metadata: { actor: actor === null ? null : { id: actor, role: 'Admin' }, correlationId: 'r' },
  }) as RecordedEvent;

test('every type of event stands in a kind, and a kind names no other', () => {
  const known = new Set(Object.values(auditKinds).flat());
  expect([...known].toSorted()).toEqual([...catalogue.keys()].toSorted());
});

test.each(Object.entries(examples).map(([type, { event }]) => [type, event] as const))(
  '%s is told in words',
  (_, event) => {
    const told = sentence(recorded(event, `any-${id(4)}`), around);
    expect(told).toMatch(/^Ada Lovelace \S.*[^.]$/);
    expect(told).not.toMatch(/undefined|null|\[object/);
  },
);

test('who did what to whom, as they are called', () => {
  const whose = { userId: sam, courseId: databases };
  const removed = { type: 'ReviewRemoved', data: { ...whose, by: 'admin' } };
  expect(sentence(recorded(removed, `review-${id(3)}`), around)).toBe(
    'Ada Lovelace removed Sam’s review of course CSE Databases',
  );
  const role = { type: 'UserRoleChanged', data: { from: 'Student', to: 'Instructor' } };
  expect(sentence(recorded(role, `user-${sam}`), around)).toBe('Ada Lovelace made Sam an Instructor');
  expect(sentence(recorded(role, `user-${ada}`), around)).toBe('Ada Lovelace made themselves an Instructor');
});

test('who was removed has no name, whether they acted or were acted on', () => {
  const role = { type: 'UserRoleChanged', data: { from: 'Student', to: 'Admin' } };
  expect(sentence(recorded(role, `user-${id(77)}`, id(78)), around)).toBe(
    'A removed person made a removed person an Admin',
  );
  const registered = { type: 'UserRegistered', data: { userType: 'Student', wishedType: null } };
  expect(sentence(recorded(registered, `user-${id(77)}`, null), around)).toBe(
    'A removed person registered as a Student',
  );
  expect(sentence(recorded(registered, `user-${sam}`, null), around)).toBe('Sam registered as a Student');
});
