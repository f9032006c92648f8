import { expect, test } from 'vitest';
import { nextStep, notStarted } from './registration-steps.ts';

const ada = { email: 'ada@example.org', password: 'secret1' };

test('a registration makes the identity, then the record, then names the profile', () => {
  expect(nextStep(notStarted, ada)).toBe('make-identity');
  expect(nextStep({ identity: ada, hasRecord: false }, ada)).toBe('make-record');
  expect(nextStep({ identity: ada, hasRecord: true }, ada)).toBe('name-profile');
});

test.each([{ email: 'bo@example.org' }, { password: 'another' }])(
  'an identity that no longer fits the form (%o) is taken back first',
  (change) =>
    expect(nextStep({ identity: ada, hasRecord: false }, { ...ada, ...change })).toBe('discard-identity'),
);

test('once there is a record nothing is taken back', () => {
  expect(nextStep({ identity: ada, hasRecord: true }, { ...ada, email: 'bo@example.org' })).toBe(
    'name-profile',
  );
});
