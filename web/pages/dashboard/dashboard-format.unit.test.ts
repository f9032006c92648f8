import { expect, test } from 'vitest';
import {
  describeReadModel,
  formatActor,
  formatEventType,
  lastWholeMinute,
  summarizeHour,
  summarizeReadTables,
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
])('%s is %s', (type, words) => expect(formatEventType(type)).toBe(words));

test('who did it: a person with their role, one who was removed, the product', () => {
  expect(formatActor({ name: 'Sam', role: 'Student' })).toBe('Sam, Student');
  expect(formatActor({ name: null, role: 'Instructor' })).toBe('Removed user, Instructor');
  expect(formatActor(null)).toBe('System');
});

test('the hour: all of it, its busiest minute, and since when where not all was counted', () => {
  const minutes = [minute(1, 3), minute(2, 0), minute(3, 5), minute(4, 1)];
  expect(summarizeHour(minutes)).toEqual({ total: 9, busiest: minutes[2], since: null });
  expect(lastWholeMinute(minutes)).toBe(5);
  expect(summarizeHour([minute(1, 0)])).toEqual({ total: 0, busiest: null, since: null });
  const part = [minute(1, null), minute(2, null), minute(3, 4)];
  expect(summarizeHour(part)).toEqual({ total: 4, busiest: part[2], since: part[2]?.at });
  expect(lastWholeMinute(part)).toBeNull();
  expect(summarizeHour([minute(1, null)])).toEqual({ total: 0, busiest: null, since: null });
});

test('read tables: a moment behind is at work, seconds behind are said, and what waits for an admin first of all', () => {
  expect(summarizeReadTables([model('courses'), model('users', 40, 1)])).toMatchObject({ tone: 'good' });
  expect(summarizeReadTables([model('courses', 1, 3), model('users', 40, 2)])).toEqual({
    tone: 'warning',
    word: 'Behind',
    detail: '40 events, 3 seconds',
  });
  expect(summarizeReadTables([model('courses', 1, 30), model('notes', 0, 0, 2)])).toMatchObject({
    tone: 'bad',
    word: '2 records parked',
  });
  expect(summarizeReadTables([])).toMatchObject({ tone: 'good' });
  expect(describeReadModel(model('courses', 1_200, 7))).toMatchObject({
    word: 'Behind',
    detail: '1,200 events, 7 s',
  });
  expect(describeReadModel(model('notes', 1, 9, 1))).toMatchObject({ tone: 'bad', word: '1 parked' });
});
