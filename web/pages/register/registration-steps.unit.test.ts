import { expect, test } from 'vitest';
import { nextStep, notBegun } from './registration-steps.ts';

const ada = { email: 'ada@example.org', password: 'secret1' };

test('a registration makes the identity, then the record, then names the profile', () => {
  expect(nextStep(notBegun, ada)).toBe('make-identity');
  expect(nextStep({ identity: ada, recorded: false }, ada)).toBe('make-record');
  expect(nextStep({ identity: ada, recorded: true }, ada)).toBe('name-profile');
});

test.each([{ email: 'bo@example.org' }, { password: 'another' }])(
  'an identity that no longer fits the form (%o) is taken back first',
  (change) =>
    expect(nextStep({ identity: ada, recorded: false }, { ...ada, ...change })).toBe('discard-identity'),
);

test('once there is a record nothing is taken back', () => {
  expect(nextStep({ identity: ada, recorded: true }, { ...ada, email: 'bo@example.org' })).toBe(
    'name-profile',
  );
});
