import { expect, test } from 'vitest';
import { auditKinds } from '#contract/schemas/audit.ts';
import { catalogue } from '#events/catalogue/catalogue.ts';
import { examples } from '#events/catalogue/examples.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { describeEvent } from './describe-event.ts';
import type { EventContext } from './event-context.ts';

const id = (end: number) => `00000000-0000-4000-8000-${String(end).padStart(12, '0')}`;
const [ada, sam, databases] = [id(1), id(2), id(9)];
const context: EventContext = {
  userNames: new Map([
    [ada, 'Ada Lovelace'],
    [sam, 'Sam'],
  ]),
  courses: new Map([[databases, { code: 'CSE', name: 'Databases' }]]),
  streams: new Map(),
  reviewTexts: new Map(),
  eventsByCommand: new Map(),
  courseDependents: new Map(),
  erasedRecords: new Map(),
};
const recorded = (event: object, stream: string, actor: string | null = ada) =>
  ({
    ...event,
    ...{ stream, position: 1, version: 1, commandId: id(50), recordedAt: new Date(0) },
    metadata: { actor: actor === null ? null : { id: actor, role: 'Admin' }, correlationId: 'r' },
  }) as RecordedEvent;

test('every event type belongs to a filter kind, and kinds contain no unknown types', () => {
  const types = new Set(Object.values(auditKinds).flat());
  expect([...types].toSorted()).toEqual([...catalogue.keys()].toSorted());
});

test.each(Object.entries(examples).map(([type, { event }]) => [type, event] as const))(
  '%s is described in a sentence',
  (_, event) => {
    const text = describeEvent(recorded(event, `any-${id(4)}`), context);
    expect(text).toMatch(/^Ada Lovelace \S.*[^.]$/);
    expect(text).not.toMatch(/undefined|null|\[object/);
  },
);

test('names the actor and the affected user', () => {
  const review = { userId: sam, courseId: databases };
  const removed = { type: 'ReviewRemoved', data: { ...review, by: 'admin' } };
  expect(describeEvent(recorded(removed, `review-${id(3)}`), context)).toBe(
    'Ada Lovelace removed Sam’s review of course CSE Databases',
  );
  const role = { type: 'UserRoleChanged', data: { from: 'Student', to: 'Instructor' } };
  expect(describeEvent(recorded(role, `user-${sam}`), context)).toBe('Ada Lovelace made Sam an Instructor');
  expect(describeEvent(recorded(role, `user-${ada}`), context)).toBe(
    'Ada Lovelace made themselves an Instructor',
  );
});

test('the withdrawal and the restoration of a message to selected students are not said to be those of an announcement', () => {
  const stream = `announcement-${id(5)}`;
  const keys = { userId: sam, courseId: databases };
  const posted = {
    type: 'StudentMessagePosted',
    data: {
      ...keys,
      userType: 'Instructor',
      date: '2026-03-05',
      text: 'Hello.',
      recipientIds: [id(6), id(7)],
    },
  };
  const describe = (event: object, first: object) =>
    describeEvent(recorded(event, stream), {
      ...context,
      streams: new Map([[stream, [recorded(first, stream)]]]),
    });
  const withdrawn = { type: 'AnnouncementWithdrawn', data: { ...keys, by: 'admin' } };
  const restored = { type: 'AnnouncementRestored', data: keys };
  expect(describe(withdrawn, posted)).toBe(
    'Ada Lovelace withdrew Sam’s message to 2 students of course CSE Databases',
  );
  expect(describe(restored, posted)).toBe(
    'Ada Lovelace restored Sam’s message to 2 students of course CSE Databases',
  );
  const announcement = { ...posted, type: 'AnnouncementPosted' };
  expect(describe(withdrawn, announcement)).toBe(
    'Ada Lovelace withdrew Sam’s announcement for course CSE Databases',
  );
});

test('a removed user has no name, whether as actor or as affected user', () => {
  const role = { type: 'UserRoleChanged', data: { from: 'Student', to: 'Admin' } };
  expect(describeEvent(recorded(role, `user-${id(77)}`, id(78)), context)).toBe(
    'A removed user made a removed user an Admin',
  );
  const registered = { type: 'UserRegistered', data: { userType: 'Student', wishedType: null } };
  expect(describeEvent(recorded(registered, `user-${id(77)}`, null), context)).toBe(
    'A removed user registered as a Student',
  );
  expect(describeEvent(recorded(registered, `user-${sam}`, null), context)).toBe(
    'Sam registered as a Student',
  );
});
