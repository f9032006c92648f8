import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { appendRequest, courseAdded, testMasterKey, userRegistered } from '#events/testing/test-log.ts';
import { openExampleLog } from './testing/example-log.ts';

/** At position `then` the log has two courses and two users besides the examples. Later a course is added and the Admin demoted. */
let log: Awaited<ReturnType<typeof openExampleLog>>;
let then: number;
const [ada, sam] = [randomUUID(), randomUUID()];
const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];

const append = async (
  stream: string,
  expectedVersion: number,
  ...events: ReturnType<typeof courseAdded>[]
) => {
  const result = await log.append(appendRequest({ writes: [{ stream, expectedVersion, events }] }));
  if (result.outcome !== 'appended') throw new Error(result.outcome);
  return result.position;
};

beforeAll(async () => {
  // The tests need no built client.
  vi.stubEnv('LYCEUM_CLIENT', 'elsewhere');
  log = await openExampleLog();
  await append(`course-${first}`, 0, courseAdded('Statics'));
  await append(`course-${second}`, 0, courseAdded('Dynamics'));
  await append(`user-${ada}`, 0, userRegistered('ada'));
  await append(`user-${ada}`, 1, { type: 'UserRoleChanged', data: { from: 'Student', to: 'Admin' } });
  then = await append(`user-${sam}`, 0, userRegistered('sam'));
  await append(`course-${third}`, 0, courseAdded('Optics'));
  await append(`course-${first}`, 1, { type: 'CourseEdited', data: { changes: { name: 'Later' } } });
  await append(`user-${ada}`, 2, { type: 'UserRoleChanged', data: { from: 'Admin', to: 'Student' } });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await log[Symbol.asyncDispose]();
});

const countAsOfSchemas = async (): Promise<number> => {
  const { rows } = await log.pool.query("select from pg_namespace where nspname like 'lyceum_past_%'");
  return rows.length;
};

/** Runs `as-of` until it is disposed. */
const serve = async (line: string) => {
  const stop = new AbortController();
  const running = log.start(`as-of ${line} --port 0`, stop.signal);
  await expect
    .poll(() => /http:\S+/.exec(running.output())?.[0] ?? running.output(), { timeout: 60_000 })
    .toMatch(/^http/);
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

const namesOf = async (answer: Response): Promise<string[]> =>
  ((await answer.json()) as { course_name: string }[]).map(({ course_name }) => course_name).sort();

/** Signs in with the printed address, as a browser does, and returns the cookie. */
const signIn = async ({ address }: { address: string }): Promise<string> => {
  const answer = await fetch(address, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
  const cookie = answer.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
  return cookie.split(';')[0] ?? '';
};

test('serves the school as it was to a visitor, and drops the tables afterwards', async () => {
  {
    await using past = await serve(`${then}`);
    expect(past.output()).toContain(`(position ${then}), for a visitor:`);
    const answer = await fetch(`${past.origin}/courses`);
    expect(await namesOf(answer)).toEqual(['Dynamics', 'How Computers Count', 'Statics']);
    expect(answer.headers.get('log-position')).toBe(`${then}`);
    expect(answer.headers.get('log-stale')).toBeNull();
    expect((await fetch(`${past.origin}/courses/${third}`)).status).toBe(404);
    expect((await fetch(`${past.origin}/users`)).status).toBe(401);
    expect((await fetch(`${past.origin}/past?secret=`)).status).toBe(404);
    const { past: shown } = (await (await fetch(`${past.origin}/configuration.json`)).json()) as {
      past: unknown;
    };
    expect(shown).toEqual({ at: expect.any(String), position: then, person: null });
    expect(await countAsOfSchemas()).toBe(1);
  }
  expect(await countAsOfSchemas()).toBe(0);
});

test('drops the tables when its terminal is closed', async () => {
  const child = spawn(process.execPath, ['log-cli/main.ts', 'as-of', `${then}`, '--port', '0'], {
    env: {
      PATH: process.env.PATH,
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
  await expect.poll(() => output, { timeout: 60_000 }).toContain('http:');
  expect(await countAsOfSchemas()).toBe(1);
  child.kill('SIGHUP');
  await sleep(5);
  // The shell and the system may both send the signal.
  child.kill('SIGHUP');
  expect(await closed, output).toEqual([0, null]);
  expect(await countAsOfSchemas()).toBe(0);
});

test('--as signs in the user in their role at that moment; other browsers stay visitors', async () => {
  await using past = await serve(`${then} --as Ada@example.org`);
  const cookie = await signIn(past);
  const request = (path: string, headers: Record<string, string> = { cookie }) =>
    fetch(past.origin + path, { headers });
  const users = (await (await request('/users')).json()) as { email: string; userType: string }[];
  expect(users.map(({ email, userType }) => `${email} ${userType}`).sort()).toEqual([
    'ada@example.org Admin',
    'sam@example.org Student',
  ]);
  expect(await (await request('/configuration.json')).json()).toMatchObject({
    past: { person: { id: ada, email: 'ada@example.org', name: 'ada' } },
  });
  const history = (await (await request(`/audit?record=course-${first}`)).json()) as { did: string }[];
  expect(history.length).toBe(1);
  const newest = (await (await request('/audit')).json()) as { position: number }[];
  expect(newest[0]?.position).toBe(then);
  expect(await (await request('/dashboard')).json()).toMatchObject({ head: then, people: 0 });

  const name = cookie.split('=')[0];
  for (const headers of [{}, { cookie: `${name}=` }, { cookie: `${name}=x` }, { authorization: 'Bearer x' }])
    expect((await request('/users', headers as Record<string, string>)).status).toBe(401);
  expect(await (await request('/configuration.json', {})).json()).toMatchObject({ past: { person: null } });
});

test('rejects commands and sockets', async () => {
  await using past = await serve(`${then} --as ada@example.org`);
  const cookie = await signIn(past);
  for (const [method, path] of [
    ['POST', '/courses'],
    ['PUT', `/courses/${first}`],
    ['PATCH', `/users/${sam}`],
    ['DELETE', `/users/${sam}`],
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
  expect((await log.run('stats --json')).out).toContain(`"events": ${then + 3}`);

  // The connection of a WebSocket is closed without an answer.
  const socket = connect(Number(new URL(past.origin).port), '127.0.0.1');
  socket.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  let received = '';
  for await (const chunk of socket) {
    received += String(chunk);
    if (received.includes('\r\n')) break;
  }
  socket.destroy();
  expect(received).not.toContain('101');
});

test('rejects wrong arguments before it creates anything', async () => {
  for (const [line, message] of [
    ['as-of yesterday', 'a position (1200)'],
    ['as-of 2999-01-01', 'in the future'],
    ['as-of 0', 'not begun yet'],
    [`as-of ${then} --port 123456`, 'use a port'],
    [`as-of ${then} --as nobody@example.org`, 'no user had this e-mail'],
    ['replay --schema Replay', 'lower-case'],
    ['replay --schema pg_mine', 'lower-case'],
    ['replay --rate 0', '--rate 0'],
    ['replay --schema public', 'is not a replay'],
    ['replay --to nonsense', 'a position (1200)'],
  ] as const) {
    const { code, err } = await log.run(line);
    expect([line, code, err.includes(message) ? message : err]).toEqual([line, 2, message]);
  }
  expect(
    await log.run(`as-of ${then}`, undefined, { VAULT_MASTER_KEY: '', DATA_DIR: log.file('none') }),
  ).toMatchObject({
    code: 2,
    err: expect.stringContaining('VAULT_MASTER_KEY'),
  });
  const wrongKey = { VAULT_MASTER_KEY: '11'.repeat(32) };
  expect((await log.run(`as-of ${then}`, undefined, wrongKey)).code).toBe(3);
  expect(await countAsOfSchemas()).toBe(0);
});

test('replay counts its rows and replaces an earlier replay only with --replace', async () => {
  const made = await log.run('replay --schema school_then --rate 100000');
  expect(made.code, made.err).toBe(0);
  expect(made.out).toMatch(/ 4 {2}courses\n/);
  expect(made.out).toContain(`The schema school_then contains the read models as of position ${then + 3}`);
  expect(await log.run('replay --schema school_then')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--replace'),
  });
  const replaced = await log.run(`replay --schema school_then --to ${then} --replace`);
  expect(replaced.code, replaced.err).toBe(0);
  const { rows } = await log.pool.query('select count(*)::int as courses from school_then.courses');
  expect(rows).toEqual([{ courses: 3 }]);
});

test('lists what depends on an earlier replay and drops it only with --drop-dependents', async () => {
  await log.pool.query(`
    create schema studies;
    grant usage, create on schema studies to lyceum_analyst;
  `);
  const made = await log.run('replay --schema built_on');
  expect(made.code, made.err).toBe(0);
  await log.pool.query(`
    set role lyceum_analyst;
    create view studies.dear_courses as select * from built_on.courses where price > 10;
    create view studies.dearest as select max(price) from studies.dear_courses;
    reset role;
    create table built_on.of_the_owner (id int);
  `);
  const count = async (of: string) =>
    (await log.pool.query(`select count(*)::int as count from ${of}`)).rows[0].count;
  const before = await count('built_on.courses');
  const refused = await log.run(`replay --schema built_on --to ${then} --replace`);
  expect(refused).toMatchObject({ code: 2, out: '' });
  for (const message of [
    'Other objects depend on the replay built_on and would be dropped with it:',
    'view studies.dear_courses depends on table built_on.courses',
    'view studies.dearest depends on view studies.dear_courses',
    'Nothing was changed. Use --drop-dependents',
  ])
    expect(refused.err).toContain(message);
  expect([await count('built_on.courses'), await count('studies.dearest')]).toEqual([before, 1]);

  // Foreign tables in the schema count as dependents.
  await log.pool.query('drop view studies.dear_courses cascade');
  expect(await log.run('replay --schema built_on --replace')).toMatchObject({
    code: 2,
    err: expect.stringContaining('table built_on.of_the_owner depends on schema built_on'),
  });
  await log.pool.query('create view studies.all_courses as select * from built_on.courses');
  expect(await log.run('replay --schema built_on --drop-dependents')).toMatchObject({
    code: 2,
    err: expect.stringContaining('only works with --replace'),
  });
  const replaced = await log.run(`replay --schema built_on --to ${then} --replace --drop-dependents`);
  expect(replaced.code, replaced.err).toBe(0);
  expect(await count('built_on.courses')).toBe(3);
  await expect(count('studies.all_courses')).rejects.toThrow('does not exist');
  await expect(count('built_on.of_the_owner')).rejects.toThrow('does not exist');
});

test('detects dependents that are created while the replay is running', async () => {
  const made = await log.run('replay --schema built_late');
  expect(made.code, made.err).toBe(0);
  // The open transaction holds a lock, so the replay waits before it looks for dependents.
  const analyst = await log.pool.connect();
  await analyst.query('create schema late; begin; select from built_late.courses');
  const running = log.start('replay --schema built_late --replace');
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%keep_past%'
    and datname = current_database()`;
  await expect.poll(async () => (await log.pool.query(waiting)).rowCount, { timeout: 60_000 }).toBe(1);
  await analyst.query('create view late.courses as select * from built_late.courses; commit');
  analyst.release();
  expect(await running.result).toMatchObject({
    code: 2,
    err: expect.stringContaining('view late.courses depends on table built_late.courses'),
  });
  expect(await countAsOfSchemas()).toBe(0);
});

test('explains a database of another Lyceum version and leaves no schema', async () => {
  const functions = 'log.keep_past(text, text, text, boolean, boolean)';
  await log.pool.query(`alter function ${functions} rename to keep_past_later`);
  try {
    expect(await log.run('replay --schema from_another')).toMatchObject({
      code: 3,
      err: expect.stringContaining('The database belongs to another version of Lyceum.'),
    });
    expect(await countAsOfSchemas()).toBe(0);
  } finally {
    await log.pool.query(`alter function ${functions.replace('past', 'past_later')} rename to keep_past`);
  }
});

test('erases a user who is removed while the past is served, and ends their own view', async () => {
  const eve = randomUUID();
  await append(`user-${eve}`, 0, userRegistered('eve'));
  const at = await append(`user-${eve}`, 1, {
    type: 'UserRoleChanged',
    data: { from: 'Student', to: 'Admin' },
  });
  await append(`user-${ada}`, 3, { type: 'UserRoleChanged', data: { from: 'Student', to: 'Admin' } });
  const latest = at + 1;
  await using past = await serve(`${latest} --as ada@example.org`);
  const stop = new AbortController();
  const own = log.start(`as-of ${latest} --as eve@example.org --port 0`, stop.signal);
  await expect.poll(own.output, { timeout: 60_000 }).toMatch(/http:/);
  const cookie = await signIn(past);
  const emails = async () => {
    const users = (await (await fetch(`${past.origin}/users`, { headers: { cookie } })).json()) as {
      email: string;
    }[];
    return users.map(({ email }) => email);
  };
  expect(await emails()).toContain('eve@example.org');
  await log.append(
    appendRequest({
      writes: [{ stream: `user-${eve}`, expectedVersion: 2, events: [{ type: 'UserRemoved', data: {} }] }],
      destroyKeysOf: [eve],
    }),
  );
  await expect.poll(emails, { timeout: 60_000 }).not.toContain('eve@example.org');
  expect(await own.result).toMatchObject({ code: 3, err: expect.stringContaining('was removed') });
});
