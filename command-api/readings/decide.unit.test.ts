import { expect, test } from 'vitest';
import { updated } from '#contract/answers.ts';
import type { UserState } from '../users/decide.ts';
import { recordReading } from './decide.ts';

const ada = { id: 'ada', role: 'Admin' } as const;
const sam: UserState = {
  ...{ status: 'registered', name: 'Sam', imageUrl: '/sam.svg' },
  ...{ userType: 'Student', wishedType: null },
};
const fresh = { recorded: false };

test('given a student, when an admin is about to read their notes, then that is recorded', () => {
  const body = { what: 'notes', userId: 'sam' } as const;
  expect(recordReading({ actor: ada, body }, { reading: fresh, person: sam })).toEqual({
    events: [{ type: 'PersonalDataRead', data: body }],
    answer: updated(1, 1),
  });
});

test('given a list of many, then it is recorded without a person', () => {
  const body = { what: 'users', userId: null } as const;
  expect(recordReading({ actor: ada, body }, { reading: fresh, person: null }).events).toEqual([
    { type: 'PersonalDataRead', data: body },
  ]);
});

test('given a removed person, whose history can still be read, then it is recorded', () => {
  const body = { what: 'history', userId: 'sam' } as const;
  const person = { status: 'removed' } as const;
  expect(recordReading({ actor: ada, body }, { reading: fresh, person }).events).toHaveLength(1);
});

test('given that it was recorded, or is one’s own, or of nobody, then nothing is', () => {
  const of = (userId: string, reading = fresh, person: UserState = sam) =>
    recordReading({ actor: ada, body: { what: 'notes', userId } }, { reading, person });
  expect(of('sam', { recorded: true })).toEqual({ events: [], answer: updated(1, 0) });
  expect(of('ada')).toEqual({ events: [], answer: updated(1, 0) });
  expect(of('nobody', fresh, { status: 'unknown' })).toEqual({ events: [], answer: updated(0, 0) });
});
