import { expect, test } from 'vitest';
import { type RosterQuery, rosterQuery } from '#contract/schemas/roster.ts';
import { filterStudents } from './filter-students.ts';
import type { RosterRow } from './query.ts';

const now = new Date('2026-03-31T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

const student = (name: string, fields: Partial<RosterRow> = {}): RosterRow => ({
  ...{ user_id: name, enrolment_id: name, name, email: `${name}@example.org`, image_url: '/mark.svg' },
  ...{ enrolled_at: daysAgo(100), started_at: daysAgo(99), completed_modules: 0 },
  ...{ taken: 0, waiting: 0, percent: null, last_activity_at: daysAgo(50), certified_at: null },
  ...fields,
});
const students = [
  student('Zoë', { completed_modules: 5, percent: 40, last_activity_at: daysAgo(1) }),
  student('anna', { started_at: null, last_activity_at: null, enrolled_at: daysAgo(20) }),
  student('Bob', { completed_modules: 5, certified_at: daysAgo(2), percent: 90 }),
  student('Émile', { completed_modules: 2, last_activity_at: daysAgo(30) }),
];
const select = (query: Partial<RosterQuery>, canSearchEmails = false) =>
  filterStudents(students, { ...rosterQuery.parse({}), ...query }, { now, canSearchEmails }).map(
    ({ name }) => name,
  );

test('sorts names without regard to case and accents, other columns in the requested direction, and equal rows by name', () => {
  expect(select({})).toEqual(['anna', 'Bob', 'Émile', 'Zoë']);
  expect(select({ sort: 'progress' })).toEqual(['anna', 'Émile', 'Zoë', 'Bob']);
  expect(select({ sort: 'progress', order: 'descending' })).toEqual(['Bob', 'Zoë', 'Émile', 'anna']);
  expect(select({ sort: 'quizzes', order: 'descending' })).toEqual(['Bob', 'Zoë', 'anna', 'Émile']);
  expect(select({ sort: 'activity' })).toEqual(['Bob', 'Émile', 'anna', 'Zoë']);
  expect(select({ sort: 'enrolled', order: 'descending' })).toEqual(['anna', 'Bob', 'Émile', 'Zoë']);
});

test('filters by progress', () => {
  expect(select({ state: 'not-started' })).toEqual(['anna']);
  expect(select({ state: 'learning' })).toEqual(['Émile']);
  expect(select({ state: 'completed' })).toEqual(['Zoë']);
  expect(select({ state: 'certified' })).toEqual(['Bob']);
});

test('finds students without activity for a number of days; enrolling counts as activity', () => {
  expect(select({ inactiveDays: 30 })).toEqual(['Bob', 'Émile']);
  expect(select({ inactiveDays: 31 })).toEqual(['Bob']);
  expect(select({ inactiveDays: 20 })).toEqual(['anna', 'Bob', 'Émile']);
});

test('searches names without regard to case, and addresses only for readers who see them', () => {
  expect(select({ search: ' ANN ' })).toEqual(['anna']);
  expect(select({ search: 'example.org' })).toEqual([]);
  expect(select({ search: 'BOB@example' }, true)).toEqual(['Bob']);
  expect(select({ search: '%' })).toEqual([]);
});

test('sorts and searches ten thousand students', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => student(`Student ${(index * 7919) % 10_007}`));
  const found = filterStudents(many, rosterQuery.parse({ search: 'student 9' }), {
    now,
    canSearchEmails: true,
  });
  expect(found.slice(0, 3).map(({ name }) => name)).toEqual(['Student 9', 'Student 90', 'Student 91']);
});
