import { expect, test } from 'vitest';
import { getNextStep, initialProgress } from './registration-steps.ts';

const ada = { email: 'ada@example.org', password: 'secret1' };

test('creates the identity, then the user record, then sets the profile', () => {
  expect(getNextStep(initialProgress, ada)).toBe('create-identity');
  expect(getNextStep({ identity: ada, hasRecord: false }, ada)).toBe('create-record');
  expect(getNextStep({ identity: ada, hasRecord: true }, ada)).toBe('set-profile');
});

test.each([{ email: 'bo@example.org' }, { password: 'another' }])(
  'discards the identity first if the form has changed: %o',
  (change) =>
    expect(getNextStep({ identity: ada, hasRecord: false }, { ...ada, ...change })).toBe('discard-identity'),
);

test('discards nothing once the user record exists', () => {
  expect(getNextStep({ identity: ada, hasRecord: true }, { ...ada, email: 'bo@example.org' })).toBe(
    'set-profile',
  );
});
