import { expect, test } from 'vitest';
import { isKnownPage, wantsPage } from './pages.ts';

const browser = { method: 'GET', secFetchDest: 'document', accept: 'text/html,*/*;q=0.8' };
const olderBrowser = { method: 'GET', accept: 'text/html,application/xhtml+xml' };
const apiRequest = { method: 'GET', secFetchDest: 'empty', accept: 'application/json' };
const curl = { method: 'GET', accept: '*/*' };

test.each([
  '/',
  '/users',
  '/reviews',
  '/courses',
  '/courseDetails/7',
  '/verify/LYC-2026',
  '/nothing/here',
  '/apiary',
])('a browser that navigates to %s gets the client', (path) => {
  expect(wantsPage({ ...browser, path })).toBe(true);
  expect(wantsPage({ ...browser, method: 'HEAD', path })).toBe(true);
  expect(wantsPage({ ...olderBrowser, path })).toBe(true);
});

test.each(['/users', '/reviews', '/courses', '/verify/LYC-2026', '/nothing'])(
  'a request to %s that is not a navigation reaches the API',
  (path) => {
    expect(wantsPage({ ...apiRequest, path })).toBe(false);
    expect(wantsPage({ ...curl, path })).toBe(false);
    expect(wantsPage({ ...apiRequest, accept: 'text/html', path })).toBe(false);
    expect(wantsPage({ ...browser, method: 'POST', path })).toBe(false);
  },
);

test.each([
  '/healthz',
  '/metrics',
  '/openapi.json',
  '/api',
  '/api/page.js',
  '/assets/a.js',
  '/socket.io/',
  '/initials/AL',
])('%s is never a page', (path) => {
  expect(wantsPage({ ...browser, path })).toBe(false);
});

test('every GET of the root gets the client, even if it is not a navigation', () => {
  expect(wantsPage({ ...curl, path: '/' })).toBe(true);
  expect(wantsPage({ ...curl, method: 'POST', path: '/' })).toBe(false);
});

test.each([
  ['/', true],
  ['/allCourses', true],
  ['/courseDetails/7', true],
  ['/auth/login', true],
  ['/courses', false],
  ['/allcourses', false],
  ['/wp-login.php', false],
])('says whether the client has a page at %s: %s', (path, known) => {
  expect(isKnownPage(path)).toBe(known);
});
