import { expect, test } from 'vitest';
import { describeLoginReason, getPathAfterLogin, readEmailForLogin } from './login-redirect.ts';

test.each([
  ['/bookmarks', '/bookmarks'],
  ['/courseDetails/1?tab=reviews#top', '/courseDetails/1?tab=reviews#top'],
  ['/users', '/users'],
  ['/authors', '/authors'],
])('redirects to %s', (from, path) => expect(getPathAfterLogin({ from })).toBe(path));

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
])('redirects to the home page instead of %o', (from) => expect(getPathAfterLogin({ from })).toBe('/'));

test.each([undefined, null, 'text', 7, {}])(
  'returns the home page and no e-mail address if the state is %o',
  (state) => {
    expect(getPathAfterLogin(state)).toBe('/');
    expect(readEmailForLogin(state)).toBe('');
  },
);

test('returns the e-mail address of a finished registration', () => {
  expect(readEmailForLogin({ email: 'ada@example.org' })).toBe('ada@example.org');
});

test.each([
  ['/reviews', 'Log in to see reviews.'],
  ['/BOOKMARKS?from=mail#top', 'Log in to see your bookmarks.'],
  ['/courseDetails/1', 'Log in to enroll in this course.'],
  ['/constructor', 'Log in to see this page.'],
])('says why %s asks for a login', (from, reason) => expect(describeLoginReason({ from })).toBe(reason));

test.each([undefined, {}, { from: '/' }, { from: '/auth/register' }, { from: '//elsewhere.example' }])(
  'gives no reason if no page asked for the login (%o)',
  (state) => expect(describeLoginReason(state)).toBeNull(),
);
