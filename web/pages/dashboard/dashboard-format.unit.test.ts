import { expect, test } from 'vitest';
import {
  countCommandsInLastWholeMinute,
  describeAge,
  describeReadModel,
  formatActor,
  formatEventType,
  summarizeHour,
  summarizeReadModels,
} from './dashboard-format.ts';

const minute = (n: number, commands: number | null) => ({
  at: new Date(n * 60_000).toISOString(),
  commands,
  events: commands,
});
const model = (name: string, behind = 0, seconds = 0, parked = 0) => ({
  model: name,
  behind,
  seconds,
  parked,
});

test.each([
  ['ModuleCompleted', 'Module completed'],
  ['UserRoleChanged', 'User role changed'],
  ['NoteTaken', 'Note taken'],
])('formats %s as %s', (type, text) => expect(formatEventType(type)).toBe(text));

test.each([
  ['starting', 'Last updated'],
  ['live', 'Last updated'],
  ['reconnecting', 'Connection lost. As of'],
  ['offline', 'Connection lost. As of'],
  ['past', 'Snapshot as of'],
] as const)('describes the age of figures while the connection is %s', (connection, text) => {
  expect(describeAge(connection, false)).toBe(text);
  expect(describeAge(connection, true)).toBe('Paused. As of');
});

test('formats an actor by name and role, a removed user, and the system', () => {
  expect(formatActor({ name: 'Sam', role: 'Student' })).toBe('Sam, Student');
  expect(formatActor({ name: null, role: 'Instructor' })).toBe('Removed user, Instructor');
  expect(formatActor(null)).toBe('System');
});

test('summarizes the last hour (total, busiest minute, and the start if the hour is incomplete) and its last complete minute', () => {
  const minutes = [minute(1, 3), minute(2, 0), minute(3, 5), minute(4, 1)];
  expect(summarizeHour(minutes)).toEqual({ total: 9, busiest: minutes[2], since: null });
  expect(countCommandsInLastWholeMinute(minutes)).toBe(5);
  expect(summarizeHour([minute(1, 0)])).toEqual({ total: 0, busiest: null, since: null });
  const partialHour = [minute(1, null), minute(2, null), minute(3, 4)];
  expect(summarizeHour(partialHour)).toEqual({
    total: 4,
    busiest: partialHour[2],
    since: partialHour[2]?.at,
  });
  expect(countCommandsInLastWholeMinute(partialHour)).toBeNull();
  expect(summarizeHour([minute(1, null)])).toEqual({ total: 0, busiest: null, since: null });
});

test('reports a lag of two seconds or more, and parked records before any lag', () => {
  expect(summarizeReadModels([model('courses'), model('users', 40, 1)])).toMatchObject({ tone: 'good' });
  expect(summarizeReadModels([model('courses', 1, 3), model('users', 40, 2)])).toEqual({
    tone: 'warning',
    label: 'Behind',
    detail: '40 events, 3 seconds',
  });
  expect(summarizeReadModels([model('courses', 1, 30), model('notes', 0, 0, 2)])).toMatchObject({
    tone: 'bad',
    label: '2 records parked',
  });
  expect(summarizeReadModels([])).toMatchObject({ tone: 'good' });
  expect(describeReadModel(model('courses', 1_200, 7))).toMatchObject({
    label: 'Behind',
    detail: '1,200 events, 7 s',
  });
  expect(describeReadModel(model('notes', 1, 9, 1))).toMatchObject({ tone: 'bad', label: '1 parked' });
});
