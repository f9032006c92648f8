import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startTestCommandApi, type TestCommandApi } from '#testing/command-api.ts';

const remove = (api: TestCommandApi, token: string | null, headers: Record<string, string> = {}) =>
  api.call('DELETE', `/courses/${randomUUID()}`, { token, headers });

test('limits the requests of a user, says when to retry, and does not limit other users', async () => {
  const api = await startTestCommandApi({ environment: { RATE_LIMIT_PER_MINUTE: '5' } });
  const admin = await api.registerUser('Admin');
  const otherAdmin = await api.registerUser('Admin');
  // The registration was the first of the five requests.
  for (let call = 0; call < 4; call += 1) expect((await remove(api, admin.token)).status).toBe(200);
  const refused = await remove(api, admin.token);
  expect([refused.status, refused.body.code]).toEqual([429, 'too-many-requests']);
  const retryAfterSeconds = Number(refused.headers.get('retry-after'));
  expect(retryAfterSeconds).toBeGreaterThan(0);
  expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  expect((await remove(api, otherAdmin.token)).status).toBe(200);
});

test('limits the requests of a client address, even without a valid token and behind a proxy', async () => {
  const api = await startTestCommandApi({
    environment: { RATE_LIMIT_PER_MINUTE: '1', TRUSTED_PROXIES: '127.0.0.1' },
  });
  const from = (address: string) => remove(api, null, { 'x-forwarded-for': address });
  // An address may send ten times as many requests as a user.
  for (let call = 0; call < 10; call += 1) expect((await from('203.0.113.1')).status).toBe(401);
  expect((await from('203.0.113.1')).status).toBe(429);
  expect((await from('203.0.113.2')).status).toBe(401);
  // All IPv6 addresses of one network share one count.
  for (let call = 0; call < 10; call += 1) expect((await from(`2001:db8::${call}`)).status).toBe(401);
  expect((await from('2001:db8::ffff')).status).toBe(429);
});

test('counts the requests of a user on all servers together', async () => {
  const api = await startTestCommandApi({ servers: 2, environment: { RATE_LIMIT_PER_MINUTE: '10' } });
  const admin = await api.registerUser('Admin');
  const otherAdmin = await api.registerUser('Admin');
  const send = (token: string, server: number) =>
    api.call('DELETE', `/courses/${randomUUID()}`, { token, server });
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, request) => send(admin.token, request % 2)),
  );
  // The registration was the first request.
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(31);
  for (const server of [0, 1]) expect((await send(otherAdmin.token, server)).status).toBe(200);
});

test('counts in its own process while the database cannot count', async () => {
  const api = await startTestCommandApi({ servers: 1, environment: { RATE_LIMIT_PER_MINUTE: '5' } });
  const admin = await api.registerUser('Admin');
  await api.pool.query('alter table state.command_rates rename to other_rates');
  for (let call = 0; call < 5; call += 1) expect((await remove(api, admin.token)).status).toBe(200);
  expect((await remove(api, admin.token)).status).toBe(429);
  await api.pool.query('alter table state.other_rates rename to command_rates');
  expect((await remove(api, admin.token)).status).toBe(200);
});

test('forgets the count of a user who was removed', async () => {
  const api = await startTestCommandApi({ environment: { RATE_LIMIT_PER_MINUTE: '50' } });
  const { admin, student } = await api.registerAll({ admin: 'Admin', student: 'Student' });
  const countRows = async () =>
    (await api.pool.query('select from state.command_rates where key = $1', [student.id])).rowCount;
  expect(await countRows()).toBe(1);
  await api.call('DELETE', `/users/${student.id}`, { token: admin.token });
  expect(await countRows()).toBe(0);
});
