import { expect, test } from 'vitest';
import { publicPages } from './pages.ts';
import { findRenderedAddress } from './rendered-pages.ts';

const find = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  return findRenderedAddress(pathname, searchParams);
};

test('renders the pages in `publicPages`, courses and certificates', () => {
  for (const path of [...publicPages, '/verify', '/verify/LYC-2026-1', '/courseDetails/1a2b-3c'])
    expect(find(path), path).toBe(path);
});

test('does not render private pages, the login page, unknown addresses, a course page without an id, or files', () => {
  for (const path of [
    '/users',
    '/reviews',
    '/myProfile',
    '/auth/login',
    '/courseDetails',
    '/share.png',
    '/nowhere',
  ])
    expect(find(path), path).toBeNull();
});

test('keeps only the parameters that change the page, in a fixed order', () => {
  expect(find('/?utm_source=mail')).toBe('/');
  expect(find('/courseDetails/1?ref=a')).toBe('/courseDetails/1');
  expect(find('/allCourses?sort=name&x=1&search=a%26b')).toBe('/allCourses?search=a%26b&sort=name');
  expect(find('/allCourses?search=')).toBe('/allCourses');
});

test('leaves a past version of a course (`asOf`) and a very long search to the client', () => {
  expect(find('/courseDetails/1?asOf=2026-01-01')).toBeNull();
  expect(find(`/allCourses?search=${'x'.repeat(201)}`)).toBeNull();
});
