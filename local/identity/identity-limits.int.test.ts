import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { deleteApp, initializeApp } from 'firebase/app';
import {
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  reload,
  signInWithEmailAndPassword,
} from 'firebase/auth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reserveFreePort } from '#platform/free-port.ts';
import { account, openProxiedEmulator } from './testing/open-proxied-emulator.ts';

let identity: Awaited<ReturnType<typeof openProxiedEmulator>>;

beforeAll(async () => {
  identity = await openProxiedEmulator({ proxy: { bodyTimeoutMs: 500 } });
});
afterAll(() => identity[Symbol.asyncDispose]());

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
  expect((await identity.call('signUp', account('small'))).status).toBe(200);
  expect(readFileSync(identity.accountsFile, 'utf8')).not.toContain('large@example.org');
});

test('refuses a compressed body, which could become large', async () => {
  const answer = await identity.call('signUp', account('packed'), '10.0.0.1', { 'content-encoding': 'gzip' });
  expect(answer.status).toBe(415);
});

test('ends a request whose body arrives too slowly', async () => {
  const socket = connect(identity.port, '127.0.0.1');
  socket.on('error', () => {});
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
});

test('limits the calls of an IP address, with an error in the format of the identity provider', async () => {
  await using limited = await identity.openProxy({ callsPerMinute: 3 });
  for (const name of ['one', 'two', 'three'])
    expect((await limited.call('signUp', account(name))).status).toBe(200);
  const refused = await limited.call('signUp', account('four'));
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(refused.body?.error?.message).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER : /);
  expect((await limited.call('signUp', account('four'), '10.0.0.2')).status).toBe(200);
});

test('refuses the calls of an open session in a form that the client treats as a network error, so that the user stays signed in', async () => {
  const signUp = await identity.call('signUp', account('stays'));
  const idToken = signUp.body?.idToken ?? '';
  const app = initializeApp({ apiKey: 'demo-key', projectId: 'demo-lyceum' }, 'continued-session');
  await using limited = await identity.openProxy({ callsPerMinute: 2 });
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, limited.url, { disableWarnings: true });
  const { email, password } = account('stays');
  const { user } = await signInWithEmailAndPassword(auth, email, password);
  for (const call of [() => reload(user), () => user.getIdToken(true)])
    await expect(call()).rejects.toMatchObject({ code: 'auth/network-request-failed' });
  await deleteApp(app);

  await using unavailable = await identity.openProxy({
    address: `127.0.0.1:${await reserveFreePort()}/secret`,
  });
  const lookup = await unavailable.call('lookup', { idToken });
  expect([lookup.status, lookup.headers.get('retry-after'), lookup.body?.error]).toEqual([
    503,
    '1',
    undefined,
  ]);
  const signIn = await unavailable.call('signInWithPassword', { email, password });
  expect([signIn.status, signIn.body?.error?.message]).toEqual([
    503,
    'UNAVAILABLE : The identity provider does not answer.',
  ]);
});

test('answers even if the identity provider closes its connection after each answer', async () => {
  const usedSockets = new Set<unknown>();
  const provider = createServer((incoming, outgoing) => {
    // A second request on a connection is lost, as if it arrived while the provider closes the connection.
    if (usedSockets.has(incoming.socket)) incoming.socket.destroy();
    usedSockets.add(incoming.socket);
    outgoing.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  await using proxy = await identity.openProxy({ address: `127.0.0.1:${port}/secret` });
  for (let number = 0; number < 3; number += 1)
    expect((await proxy.call('lookup', { idToken: 'x' })).status).toBe(200);
  provider.closeAllConnections();
  provider.close();
});

test('locks an account for the IP address that tried many wrong passwords, even if it tried them in parallel', async () => {
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
  const rightPassword = await identity.call('signInWithPassword', account('ada'), '10.9.9.9');
  expect([rightPassword.status, rightPassword.body?.error?.message.split(' ')[0]]).toEqual([
    400,
    'TOO_MANY_ATTEMPTS_TRY_LATER',
  ]);
  expect((await identity.call('signInWithPassword', account('grace'), '10.9.9.9')).status).toBe(200);
  expect((await identity.call('signInWithPassword', account('ada'), '10.8.8.8')).status).toBe(200);
});

test('forgets wrong passwords after a correct one', async () => {
  await identity.call('signUp', account('alan'));
  for (let round = 0; round < 3; round += 1) {
    for (let guess = 0; guess < 15; guess += 1)
      await identity.call('signInWithPassword', { ...account('alan'), password: 'wrong-one' }, '10.7.7.7');
    expect((await identity.call('signInWithPassword', account('alan'), '10.7.7.7')).status).toBe(200);
  }
});

test('stops an IP address that tries wrong passwords on many accounts', async () => {
  const answers = await Promise.all(
    Array.from({ length: 320 }, (_, number) =>
      identity.call('signInWithPassword', account(`nobody-${number}`), '10.6.6.6'),
    ),
  );
  const locked = answers.filter(({ body }) => body?.error?.message.startsWith('TOO_MANY_ATTEMPTS'));
  expect(locked).toHaveLength(20);
});

test('refuses new accounts when the accounts file is full, but lets people sign in, choose a new password and delete their account', async () => {
  await using full = await openProxiedEmulator({ emulator: { maxAccountsFileBytes: 2_000 } });
  const answers = [];
  for (let number = 0; number < 20; number += 1)
    answers.push(await full.call('signUp', account(`person-${number}`)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(5);
  expect(refused[0]?.body?.error?.message).toMatch(/^QUOTA_EXCEEDED : /);
  expect(statSync(full.accountsFile).size).toBeLessThan(3_000);
  // The query must not make a sign-up look like an action that is accepted even if the file is full.
  const tricked = await full.send('/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo&x=:delete', {
    method: 'POST',
    body: JSON.stringify(account('tricked')),
  });
  const direct = `http://${full.emulator.address}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo&x=:delete`;
  const trickedInside = await fetch(direct, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account('tricked')),
  });
  expect([tricked.status, trickedInside.status]).toEqual([400, 400]);
  const reset = { requestType: 'PASSWORD_RESET', email: account('person-0').email };
  expect((await full.call('sendOobCode', reset)).status).toBe(200);
  await expect.poll(() => full.links.length).toBe(1);
  const oobCode = new URL(full.links[0] ?? '').searchParams.get('oobCode');
  const newPassword = 'another7';
  expect((await full.call('resetPassword', { oobCode, newPassword })).status).toBe(200);
  const signedIn = await full.call('signInWithPassword', { ...account('person-0'), password: newPassword });
  expect(signedIn.status).toBe(200);
  expect((await full.call('delete', { idToken: signedIn.body?.idToken })).status).toBe(200);
});

test('reads a repeated field of a body as the emulator does, so that a wrong password counts for the right account', async () => {
  await identity.call('signUp', account('twice'));
  const { email } = account('twice');
  for (let guess = 0; guess < 20; guess += 1)
    await identity.send('/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo', {
      method: 'POST',
      headers: { 'x-forwarded-for': '10.3.3.3' },
      body: `{"email":"decoy@example.org","email":"${email}","password":"wrong-one"}`,
    });
  const answer = await identity.call('signInWithPassword', account('twice'), '10.3.3.3');
  expect(answer.body?.error?.message).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
});

test('limits what an account can store, but not the length of its token', async () => {
  const large = await identity.call('signUp', { ...account('wide'), password: 'x'.repeat(2_100) });
  expect([large.status, large.body?.error?.message]).toEqual([
    413,
    'PAYLOAD_TOO_LARGE : The fields have too many characters.',
  ]);
  let { body } = await identity.call('signUp', account('wide'));
  const photoUrl = `https://example.org/${'x'.repeat(1_980)}`;
  // The second token contains the URL of the picture.
  for (let round = 0; round < 2; round += 1) {
    const update = { idToken: body?.idToken, displayName: 'Wide', photoUrl, returnSecureToken: true };
    expect((await identity.call('update', update)).status).toBe(200);
    body = (await identity.call('signInWithPassword', account('wide'))).body;
  }
  const tooLong = { idToken: body?.idToken, photoUrl: photoUrl + 'x'.repeat(1_200) };
  expect((await identity.call('update', tooLong)).status).toBe(413);
});

test('sends at most ten e-mails per minute and IP address', async () => {
  await identity.call('signUp', account('flooded'));
  const before = identity.links.length;
  const send = (from: string) =>
    identity.call(
      'sendOobCode',
      { requestType: 'PASSWORD_RESET', email: account('flooded').email, clientType: 'CLIENT_TYPE_WEB' },
      from,
    );
  const statuses = [];
  for (let number = 0; number < 11; number += 1) statuses.push((await send('10.2.2.2')).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
  expect((await send('10.2.2.3')).status).toBe(200);
  await expect.poll(() => identity.links.length).toBe(before + 11);
  expect(new Set(identity.links.slice(before)).size).toBe(11);
});

test('forgets wrong passwords after a new one was chosen', async () => {
  await identity.call('signUp', account('reset'));
  const from = '10.1.1.1';
  const before = identity.links.length;
  for (let guess = 0; guess < 20; guess += 1)
    await identity.call('signInWithPassword', { ...account('reset'), password: 'wrong-one' }, from);
  await identity.call('sendOobCode', { requestType: 'PASSWORD_RESET', email: account('reset').email }, from);
  await expect.poll(() => identity.links.length).toBe(before + 1);
  const oobCode = new URL(identity.links.at(-1) ?? '').searchParams.get('oobCode');
  expect((await identity.call('resetPassword', { oobCode }, from)).status).toBe(200);
  const locked = await identity.call('signInWithPassword', account('reset'), from);
  expect(locked.body?.error?.message).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
  const newPassword = 'another7';
  expect((await identity.call('resetPassword', { oobCode, newPassword }, from)).status).toBe(200);
  const renewed = await identity.call(
    'signInWithPassword',
    { ...account('reset'), password: newPassword },
    from,
  );
  expect(renewed.status).toBe(200);
});
