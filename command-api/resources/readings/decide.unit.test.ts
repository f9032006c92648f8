import { expect, test } from 'vitest';
import { updated } from '#contract/schemas/command-results.ts';
import type { UserState } from '../../aggregates/user.ts';
import { registeredUser } from '../../testing/registered-user.ts';
import { recordReading } from './decide.ts';

const ada = { id: 'ada', role: 'Admin' } as const;
const sam = registeredUser('Sam', 'Student');
const unrecorded = { isRecorded: false };

test('records that an Admin reads the notes of a student', () => {
  const body = { what: 'notes', userId: 'sam' } as const;
  expect(recordReading({ actor: ada, body }, { reading: unrecorded, user: sam })).toEqual({
    events: [{ type: 'PersonalDataRead', data: body }],
    answer: updated(1, 1),
  });
});

test('records null as the user id when a list of users is read', () => {
  const body = { what: 'users', userId: null } as const;
  expect(recordReading({ actor: ada, body }, { reading: unrecorded, user: null }).events).toEqual([
    { type: 'PersonalDataRead', data: body },
  ]);
});

test('records that an Admin reads the history of a removed user', () => {
  const body = { what: 'history', userId: 'sam' } as const;
  const user = { status: 'removed' } as const;
  expect(recordReading({ actor: ada, body }, { reading: unrecorded, user }).events).toHaveLength(1);
});

test("records nothing if the reading was already recorded, for the Admin's own data, or for an unknown user", () => {
  const record = (userId: string, reading = unrecorded, user: UserState = sam) =>
    recordReading({ actor: ada, body: { what: 'notes', userId } }, { reading, user });
  expect(record('sam', { isRecorded: true })).toEqual({ events: [], answer: updated(1, 0) });
  expect(record('ada')).toEqual({ events: [], answer: updated(1, 0) });
  expect(record('nobody', unrecorded, { status: 'unknown' })).toEqual({ events: [], answer: updated(0, 0) });
});
