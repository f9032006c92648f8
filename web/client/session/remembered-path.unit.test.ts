import { expect, test } from 'vitest';
import { emailForLogin, pathAfterLogin } from './remembered-path.ts';

test.each([
  ['/bookmarks', '/bookmarks'],
  ['/courseDetails/1?tab=reviews#top', '/courseDetails/1?tab=reviews#top'],
  ['/users', '/users'],
  ['/authors', '/authors'],
])('%s is remembered', (from, path) => expect(pathAfterLogin({ from })).toBe(path));

test.each([
  'https://elsewhere.example/',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  '\\\\elsewhere.example',
  'javascript:alert(1)',
  'bookmarks',
  '',
  '/auth/login',
  '/auth/register?x=1',
  '/AUTH/login',
  '/x/../auth/login',
  42,
  null,
])('%o is not: home instead', (from) => expect(pathAfterLogin({ from })).toBe('/'));

test.each([undefined, null, 'text', 7, {}])('a state that is %o leads home', (state) => {
  expect(pathAfterLogin(state)).toBe('/');
  expect(emailForLogin(state)).toBe('');
});

test('the e-mail of a finished registration is handed over', () => {
  expect(emailForLogin({ email: 'ada@example.org' })).toBe('ada@example.org');
});
