import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { appendRequest, testMasterKey, userRegistered } from '#events/testing/test-log.ts';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { requestStatus } from '#platform/testing/request-status.ts';
import { sendRefusedHandshake } from '#testing/raw-socket.ts';
import { openLogWithPast } from './testing/log-with-past.ts';

const log = await openLogWithPast();
// The client is not built, because the tests do not need it.
beforeAll(() => void vi.stubEnv('LYCEUM_CLIENT', 'elsewhere'));
afterAll(() => void vi.unstubAllEnvs());

/** Runs `as-of` until the returned server is disposed. */
const serve = async (line: string) => {
  const stop = new AbortController();
  const running = log.start(`as-of ${line} --port 0`, stop.signal);
  await expect.poll(() => /http:\S+/.exec(running.output())?.[0] ?? running.output()).toMatch(/^http/);
  const address = /http:\S+/.exec(running.output())?.[0] ?? '';
  return {
    address,
    origin: new URL(address).origin,
    output: running.output,
    async [Symbol.asyncDispose]() {
      stop.abort(new Error('Ctrl-C'));
      expect((await running.result).code).toBe(0);
    },
  };
};

const readCourseNames = async (answer: Response): Promise<string[]> =>
  ((await answer.json()) as { course_name: string }[]).map(({ course_name }) => course_name).sort();

/** Signs in with the printed address, as a browser does, and returns the cookie. */
const signIn = async ({ address }: { address: string }): Promise<string> => {
  const answer = await fetch(address, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
  const cookie = answer.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
  return cookie.split(';')[0] ?? '';
};

test('serves a visitor the school as it was, and drops the tables afterwards', async () => {
  {
    await using past = await serve(`${log.pastPosition}`);
    expect(past.output()).toContain(`(position ${log.pastPosition}), for a visitor:`);
    const answer = await fetch(`${past.origin}/courses`);
    expect(await readCourseNames(answer)).toEqual(['Dynamics', 'How Computers Count', 'Statics']);
    expect(answer.headers.get('log-position')).toBe(`${log.pastPosition}`);
    expect(answer.headers.get('log-stale')).toBeNull();
    expect((await fetch(`${past.origin}/courses/${log.courses.optics}`)).status).toBe(404);
    expect((await fetch(`${past.origin}/users`)).status).toBe(401);
    expect((await fetch(`${past.origin}/past?secret=`)).status).toBe(404);
    const { past: shownPast } = (await (await fetch(`${past.origin}/configuration.json`)).json()) as {
      past: unknown;
    };
    expect(shownPast).toEqual({ at: expect.any(String), position: log.pastPosition, person: null });
    expect(await log.countAsOfSchemas()).toBe(1);
  }
  expect(await log.countAsOfSchemas()).toBe(0);
});

test('drops the tables when its terminal is closed', async () => {
  const child = spawn(process.execPath, ['log-cli/main.ts', 'as-of', `${log.pastPosition}`, '--port', '0'], {
    env: {
      ...inheritedEnvironment(),
      DATABASE_URL: log.url,
      VAULT_MASTER_KEY: testMasterKey,
      LYCEUM_CLIENT: 'elsewhere',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  await expect.poll(() => output).toContain('http:');
  expect(await log.countAsOfSchemas()).toBe(1);
  child.kill('SIGHUP');
  await sleep(5);
  // The shell and the system may both send the signal.
  child.kill('SIGHUP');
  expect(await closed, output).toEqual([0, null]);
  expect(await log.countAsOfSchemas()).toBe(0);
});

test('--as signs the user in with their role at that moment, while other browsers stay visitors', async () => {
  await using past = await serve(`${log.pastPosition} --as Ada@example.org`);
  const cookie = await signIn(past);
  const request = (path: string, headers: Record<string, string> = { cookie }) =>
    fetch(past.origin + path, { headers });
  const users = (await (await request('/users')).json()) as { email: string; userType: string }[];
  expect(users.map(({ email, userType }) => `${email} ${userType}`).sort()).toEqual([
    'ada@example.org Admin',
    'sam@example.org Student',
  ]);
  expect(await (await request('/configuration.json')).json()).toMatchObject({
    past: { person: { id: log.users.ada, email: 'ada@example.org', name: 'ada' } },
  });
  const history = (await (await request(`/audit?record=course-${log.courses.statics}`)).json()) as {
    did: string;
  }[];
  expect(history.length).toBe(1);
  const newest = (await (await request('/audit')).json()) as { position: number }[];
  expect(newest[0]?.position).toBe(log.pastPosition);
  expect(await (await request('/dashboard')).json()).toMatchObject({ head: log.pastPosition, people: 0 });

  const cookieName = cookie.split('=')[0];
  for (const headers of [
    {},
    { cookie: `${cookieName}=` },
    { cookie: `${cookieName}=x` },
    { authorization: 'Bearer x' },
  ])
    expect((await request('/users', headers as Record<string, string>)).status).toBe(401);
  expect(await (await request('/configuration.json', {})).json()).toMatchObject({ past: { person: null } });
});

test('rejects commands and sockets', async () => {
  await using past = await serve(`${log.pastPosition} --as ada@example.org`);
  const cookie = await signIn(past);
  for (const [method, path] of [
    ['POST', '/courses'],
    ['PUT', `/courses/${log.courses.statics}`],
    ['PATCH', `/users/${log.users.sam}`],
    ['DELETE', `/users/${log.users.sam}`],
    ['POST', '/nothing'],
  ] as const) {
    const answer = await fetch(past.origin + path, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(method === 'DELETE' ? {} : { body: '{}' }),
    });
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(await answer.json()).toMatchObject({
      status: 409,
      code: 'past',
      detail: expect.stringMatching(
        /^You see the school as it was on .* UTC\. Nothing can be changed here\.$/,
      ),
    });
  }
  expect((await log.run('stats --json')).out).toContain(`"events": ${log.pastPosition + 3}`);

  // Nothing accepts sockets, so the handshake of a WebSocket is answered as an ordinary request.
  expect(await sendRefusedHandshake(past.origin, {})).toMatchObject({
    status: 404,
    problem: { code: 'not-found' },
  });
});

test('answers only requests for loopback names, and refuses requests for metrics', async () => {
  await using past = await serve(`${log.pastPosition} --host 0.0.0.0`);
  const port = Number(new URL(past.origin).port);
  const statusOf = (path: string, host: string) => requestStatus(port, path, { host });
  expect(await statusOf('/courses', `127.0.0.1:${port}`)).toBe(200);
  expect(await statusOf('/courses', `school.example:${port}`)).toBe(403);
  expect(await statusOf('/courses', `192.168.1.5:${port}`)).toBe(403);
  expect(await statusOf('/metrics', `127.0.0.1:${port}`)).toBe(403);
});

test('rejects wrong arguments, a missing master key and a wrong one, and leaves no tables', async () => {
  for (const [line, message] of [
    ['as-of yesterday', 'a position (1200)'],
    ['as-of 2999-01-01', 'in the future'],
    ['as-of 0', 'not begun yet'],
    [`as-of ${log.pastPosition} --port 123456`, 'use a port'],
    [`as-of ${log.pastPosition} --as nobody@example.org`, 'no user had this e-mail'],
  ] as const) {
    const { code, err } = await log.run(line);
    expect([line, code, err.includes(message) ? message : err]).toEqual([line, 2, message]);
  }
  expect(
    await log.run(`as-of ${log.pastPosition}`, undefined, {
      VAULT_MASTER_KEY: '',
      DATA_DIR: log.file('none'),
    }),
  ).toMatchObject({
    code: 2,
    err: expect.stringContaining('VAULT_MASTER_KEY'),
  });
  const wrongKey = { VAULT_MASTER_KEY: '11'.repeat(32) };
  expect((await log.run(`as-of ${log.pastPosition}`, undefined, wrongKey)).code).toBe(3);
  expect(await log.countAsOfSchemas()).toBe(0);
});

test('erases a user who is removed while the past is served, and ends their own view', async () => {
  const eve = randomUUID();
  await log.appendTo(`user-${eve}`, 0, userRegistered('eve'));
  await log.appendTo(`user-${eve}`, 1, {
    type: 'UserRoleChanged',
    data: { from: 'Student', to: 'Admin' },
  });
  const latest = await log.appendTo(`user-${log.users.ada}`, 3, {
    type: 'UserRoleChanged',
    data: { from: 'Student', to: 'Admin' },
  });
  await using past = await serve(`${latest} --as ada@example.org`);
  const stop = new AbortController();
  const viewOfEve = log.start(`as-of ${latest} --as eve@example.org --port 0`, stop.signal);
  await expect.poll(viewOfEve.output).toMatch(/http:/);
  const cookie = await signIn(past);
  const listEmails = async () => {
    const users = (await (await fetch(`${past.origin}/users`, { headers: { cookie } })).json()) as {
      email: string;
    }[];
    return users.map(({ email }) => email);
  };
  expect(await listEmails()).toContain('eve@example.org');
  await log.append(
    appendRequest({
      writes: [{ stream: `user-${eve}`, expectedVersion: 2, events: [{ type: 'UserRemoved', data: {} }] }],
      destroyKeysOf: [eve],
    }),
  );
  await expect.poll(listEmails).not.toContain('eve@example.org');
  expect(await viewOfEve.result).toMatchObject({ code: 3, err: expect.stringContaining('was removed') });
});
