import { expect, test } from 'vitest';
import type { RequestMiddleware } from './context.ts';
import { createEndpointRouter } from './endpoint-router.ts';
import { openTestApp } from './testing/test-app.ts';

const router = createEndpointRouter();
const answerWith =
  (name: string): RequestMiddleware =>
  async (context) => {
    context.body = { name, ...context.params };
  };
router.add({ method: 'GET', path: '/courses' }, answerWith('list'));
router.add({ method: 'GET', path: '/courses/popular' }, answerWith('popular'));
router.add({ method: 'GET', path: '/courses/{id}' }, answerWith('one'));
router.add({ method: 'PUT', path: '/courses/{id}/videos' }, answerWith('videos'));
router.add({ method: 'GET', path: '/users/{email}' }, answerWith('user'));
const { address } = await openTestApp({}, [router.middleware]);

test.each([
  ['GET', '/courses', { name: 'list' }],
  ['GET', '/courses/', { name: 'list' }],
  ['GET', '/courses?limit=2', { name: 'list' }],
  ['GET', '/courses/popular', { name: 'popular' }],
  ['GET', '/courses/7', { name: 'one', id: '7' }],
  ['PUT', '/courses/7/videos', { name: 'videos', id: '7' }],
  ['GET', '/users/sam%40example.org', { name: 'user', email: 'sam@example.org' }],
])('%s %s reaches its endpoint', async (method, path, body) => {
  const answer = await fetch(address + path, { method });
  expect([answer.status, await answer.json()]).toEqual([200, body]);
});

test('answers HEAD like GET, without a body', async () => {
  const answer = await fetch(`${address}/courses/7`, { method: 'HEAD' });
  expect([answer.status, await answer.text()]).toEqual([200, '']);
});

test.each([
  ['GET', '/'],
  ['GET', '//courses'],
  ['GET', '/Courses'],
  ['GET', '/%63ourses'],
  ['GET', '/courses/7/videos'],
  ['POST', '/courses/7'],
  ['GET', '/users'],
])('%s %s reaches no endpoint', async (method, path) => {
  expect((await fetch(address + path, { method })).status).toBe(404);
});
