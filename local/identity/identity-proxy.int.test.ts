import { readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProxiedEmulator } from './testing/open-proxied-emulator.ts';

let identity: Awaited<ReturnType<typeof openProxiedEmulator>>;

beforeAll(async () => {
  identity = await openProxiedEmulator({ proxy: { bodyTimeoutMs: 500 } });
});
afterAll(() => identity[Symbol.asyncDispose]());

const account = (name: string) => ({ email: `${name}@example.org`, password: 'secret7' });

test('refuses a body of more than 16 KB, with and without a stated length, and stores nothing of it', async () => {
  const large = await identity.call('signUp', { ...account('large'), password: 'x'.repeat(17_000) });
  expect([large.status, large.body?.error?.message]).toEqual([
    413,
    'PAYLOAD_TOO_LARGE : The body may have at most 16 KB.',
  ]);
  const streamed = await identity.send('/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(' '.repeat(5_000))),
    }),
    duplex: 'half',
  } as RequestInit);
  expect(streamed.status).toBe(413);
  await identity.call('signUp', account('small'));
  expect(readFileSync(identity.accountsFile, 'utf8')).not.toContain('large@example.org');
});

test('refuses a compressed body, which could become large', async () => {
  const answer = await identity.call('signUp', account('packed'), '10.0.0.1', { 'content-encoding': 'gzip' });
  expect(answer.status).toBe(415);
});

test('ends a request whose body arrives too slowly', async () => {
  const socket = connect(identity.port, '127.0.0.1');
  socket.on('error', () => {});
  const startedAt = performance.now();
  const received = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (data) => {
      text += data.toString();
    });
    socket.on('close', () => resolve(text));
  });
  socket.write(
    'POST /identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  );
  const trickle = setInterval(() => socket.write(' '), 100);
  const text = await received;
  clearInterval(trickle);
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

test('limits the calls of an address, in the words of the identity provider', async () => {
  await using limited = await openProxiedEmulator({ proxy: { callsPerMinute: 3 } });
  for (const name of ['one', 'two', 'three'])
    expect((await limited.call('signUp', account(name))).status).toBe(200);
  const refused = await limited.call('signUp', account('four'));
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(refused.body?.error?.message).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER : /);
  expect((await limited.call('signUp', account('four'), '10.0.0.2')).status).toBe(200);
});

test('locks an account for the address that tried many wrong passwords, even for parallel tries', async () => {
  await identity.call('signUp', account('ada'));
  await identity.call('signUp', account('grace'));
  const tries = await Promise.all(
    Array.from({ length: 60 }, (_, number) =>
      identity.call(
        'signInWithPassword',
        { email: 'Ada@example.org', password: `guess-${number}` },
        '10.9.9.9',
      ),
    ),
  );
  const wrong = tries.filter(({ body }) => body?.error?.message === 'INVALID_LOGIN_CREDENTIALS');
  const locked = tries.filter(({ body }) => body?.error?.message.startsWith('TOO_MANY_ATTEMPTS_TRY_LATER'));
  expect([wrong.length, locked.length]).toEqual([20, 40]);
  const right = await identity.call('signInWithPassword', account('ada'), '10.9.9.9');
  expect([right.status, right.body?.error?.message.split(' ')[0]]).toEqual([
    400,
    'TOO_MANY_ATTEMPTS_TRY_LATER',
  ]);
  expect((await identity.call('signInWithPassword', account('grace'), '10.9.9.9')).status).toBe(200);
  expect((await identity.call('signInWithPassword', account('ada'), '10.8.8.8')).status).toBe(200);
});

test('forgets wrong passwords after a right one', async () => {
  await identity.call('signUp', account('alan'));
  for (let round = 0; round < 3; round += 1) {
    for (let guess = 0; guess < 15; guess += 1)
      await identity.call('signInWithPassword', { ...account('alan'), password: 'wrong-one' }, '10.7.7.7');
    expect((await identity.call('signInWithPassword', account('alan'), '10.7.7.7')).status).toBe(200);
  }
});

test('stops an address that tries wrong passwords on many accounts', async () => {
  const answers = await Promise.all(
    Array.from({ length: 320 }, (_, number) =>
      identity.call('signInWithPassword', account(`nobody-${number}`), '10.6.6.6'),
    ),
  );
  const locked = answers.filter(({ body }) => body?.error?.message.startsWith('TOO_MANY_ATTEMPTS'));
  expect(locked).toHaveLength(20);
});

test('refuses new accounts when the accounts file is full, but lets people sign in and leave', async () => {
  await using full = await openProxiedEmulator({ emulator: { maxAccountsFileBytes: 2_000 } });
  const answers = [];
  for (let number = 0; number < 20; number += 1)
    answers.push(await full.call('signUp', account(`person-${number}`)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(5);
  expect(refused[0]?.body?.error?.message).toMatch(/^QUOTA_EXCEEDED : /);
  expect(statSync(full.accountsFile).size).toBeLessThan(3_000);
  const signedIn = await full.call('signInWithPassword', account('person-0'));
  expect(signedIn.status).toBe(200);
  expect((await full.call('delete', { idToken: signedIn.body?.idToken })).status).toBe(200);
});

/** Sends a GET with any headers, which `fetch` would not let a caller choose. */
const get = (url: string, headers: Record<string, string>) =>
  new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const sent = request(url, { headers }, async (response) => {
      let text = '';
      for await (const chunk of response) text += String(chunk);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    });
    sent.once('error', reject);
    sent.end();
  });

test('lets nobody reach the emulator itself, and gives no page permission to read it', async () => {
  await identity.call('signUp', account('hidden'));
  const [authority] = identity.emulator.address.split('/');
  for (const path of [
    '/identitytoolkit.googleapis.com/v1/projects/demo-lyceum/accounts:batchGet',
    '/emulator/v1/projects/demo-lyceum/oobCodes',
    '/',
  ]) {
    const answer = await get(`http://${authority}${path}`, {
      ...{ authorization: 'Bearer owner', origin: 'https://evil.example' },
    });
    expect([path, answer.status, answer.headers['access-control-allow-origin']]).toEqual([
      path,
      403,
      undefined,
    ]);
    expect(answer.text).not.toContain('hidden');
  }
});

test.each([
  ['the token of the owner', { authorization: 'Bearer owner' }],
  ['a page of another site', { origin: 'https://evil.example' }],
  ['a page without an origin', { origin: 'null' }],
  ['another program on this machine', { origin: 'http://localhost:1' }],
  ['another name for this machine', { host: 'evil.example' }],
])('refuses a request with %s', async (_, headers) => {
  const answer = await get(`${identity.url}/identitytoolkit.googleapis.com/v1/projects?key=demo`, headers);
  expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([403, undefined]);
});

test('answers its own pages, with a policy that allows nothing and without permission for others', async () => {
  const answer = await get(`${identity.url}/identitytoolkit.googleapis.com/v1/projects?key=demo`, {
    origin: identity.url,
  });
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('does not redirect to another site after an action', async () => {
  const { body } = await identity.call('signUp', account('verified'));
  await identity.call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: body?.idToken });
  await expect.poll(() => identity.links.length).toBeGreaterThan(0);
  const link = new URL(identity.links.at(-1) ?? '');
  link.searchParams.set('continueUrl', 'https://evil.example/');
  const answer = await get(`${identity.url}${link.pathname}${link.search}`, {});
  expect([answer.status, answer.headers.location]).toEqual([200, undefined]);
});
