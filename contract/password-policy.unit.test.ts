import { expect, test } from 'vitest';
import {
  defaultPasswordPolicy,
  describePasswordPolicy,
  findPasswordProblem,
  passwordCharacters,
} from './password-policy.ts';

const strict = { ...defaultPasswordPolicy, minLength: 10, needs: passwordCharacters };

test('says in one sentence what a password needs', () => {
  expect(describePasswordPolicy(defaultPasswordPolicy)).toBe('At least 6 characters.');
  expect(describePasswordPolicy(strict)).toBe(
    'At least 10 characters, with a lower-case letter, an upper-case letter, a digit, and a symbol.',
  );
});

test.each([
  ['12345', 'Password must have at least 6 characters.'],
  ['123456', null],
  ['x'.repeat(4_097), 'Password may have at most 4,096 characters.'],
])('checks the length of the password $0', (password, problem) => {
  expect(findPasswordProblem(defaultPasswordPolicy, password)).toBe(problem);
});

test.each([
  ['lettersonly', 'Password must contain an upper-case letter, a digit, and a symbol.'],
  ['ÄÖÜäöü12345', 'Password must contain a lower-case letter, an upper-case letter, and a symbol.'],
  ['Letters and 1 space', 'Password must contain a symbol.'],
  ['Letters&1digit', null],
])('names the missing kinds of characters of %s', (password, problem) => {
  expect(findPasswordProblem(strict, password)).toBe(problem);
});
