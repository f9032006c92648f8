import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { headers } from '#contract/headers.ts';
import { logLine } from '#contract/schemas/log.ts';
import type { Identity } from '#platform/identity/identity-verifier.ts';
import { recentSignInMs } from '#platform/identity/recent-sign-in.ts';
import { tokenInvalidError } from '#platform/problems.ts';
import { openLiveSchool, type RequestUser } from '#testing/live-school.ts';
import type { TestUser } from '#testing/school.ts';
import type { Reading } from '../../admin-reads/reading.ts';

const live = await openLiveSchool();
const { school, node } = live;
const { ada, sam, ina } = await school.registerAll({ ada: 'Admin', sam: 'Student', ina: 'Instructor' });
/** More events than fit into the buffers between server and client. */
const size = 15_000;
const course = await school.addCourse('Algorithms');
await school.review(sam, course, 8, 'Sam liked it.');
await school.log.pool.query(
  `insert into log.events (position, recorded_at, version, schema_version, command_id, stream, type, data, metadata)
     select head + number, clock_timestamp(), number, 1, gen_random_uuid(), 'course-00000000-0000-4000-8000-0000000000aa',
       'CourseEdited', json_build_object('changes', json_build_object('details', repeat('long ', 400))),
       '{"actor":null,"correlationId":"x"}'
     from (select max(position) as head from log.events) as last, generate_series(1, $1) as number`,
  [size],
);
let head = await school.log.reader.head();

const request = (query: string, requester: RequestUser = ada, method = 'GET') =>
  fetch(`${node.address}/log${query}`, { method, headers: live.authorizationOf(requester) });
const read = async (query: string) => {
  const answer = await request(query);
  expect(answer.status).toBe(200);
  const lines = (await answer.text()).split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => logLine.parse(JSON.parse(line)));
};
const positions = async (query: string) => (await read(query)).map(({ position }) => position);

/** Sends a request without reading the answer. */
const open = (query = '', requester: TestUser = ada, address = node.address) =>
  new Promise<IncomingMessage>((resolve, reject) =>
    get(`${address}/log${query}`, { agent: false, headers: live.authorizationOf(requester) }, (answer) =>
      resolve(answer.on('error', () => {})),
    ).on('error', reject),
  );

/** Counts the running queries of log streams. */
const countQueries = async (): Promise<number> => {
  const { rows } = await school.log.pool.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
       where datname = current_database() and application_name = 'lyceum log stream' and state <> 'idle'`,
  );
  return rows[0]?.count ?? 0;
};

test('returns events to an Admin, with pseudonyms, in order, one per line', async () => {
  const answer = await request('?to=9');
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(answer.headers.get(headers.logPosition)).toBe('9');
  expect(answer.headers.get('content-disposition')).toContain('.ndjson');
  const body = await answer.text();
  for (const word of ['"ada"', '"sam"', ada.email, sam.id, sam.email, 'liked'])
    expect(body).not.toContain(word);
  const lines = await read('?to=9');
  expect(lines.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(lines.slice(0, 5).map(({ type }) => type)).toEqual([
    'UserRegistered',
    'UserRegistered',
    'UserRegistered',
    'CourseAdded',
    'ReviewSubmitted',
  ]);
  expect(lines[4]?.data).toMatchObject({ comment: null, rating: 8 });
});

test('filters by positions and types, and lets a disconnected client continue after its last complete line', async () => {
  expect(await positions('?after=2&to=4')).toEqual([3, 4]);
  expect(await positions('?type=CourseAdded&type=ReviewSubmitted')).toEqual([4, 5]);
  expect(await positions('?type=CourseAdded')).toEqual([4]);
  expect(await positions('?type=UserRemoved')).toEqual([]);
  expect(await positions('?type=CourseEdited&after=5&to=700')).toEqual(
    Array.from({ length: 695 }, (_, index) => index + 6),
  );
  expect(await positions(`?after=${head}`)).toEqual([]);
  expect(await positions(`?after=${head + 1_000}`)).toEqual([]);
  expect(await positions(`?after=${head - 2}&to=${head + 1_000}`)).toEqual([head - 1, head]);
  const answer = await open();
  let received = '';
  for await (const chunk of answer.setEncoding('utf8')) {
    received += chunk;
    if (received.length > 500_000) break;
  }
  const completeLines = received.slice(0, received.lastIndexOf('\n')).split('\n');
  const last = logLine.parse(JSON.parse(completeLines.at(-1) ?? '')).position;
  expect(last).toBe(completeLines.length);
  const [first, ...rest] = await positions(`?after=${last}`);
  expect([first, rest.at(-1), rest.length]).toEqual([last + 1, head, head - last - 1]);
});

test.each([
  '?after=-1',
  '?after=x',
  '?to=1.5',
  '?type=CourseBurnt',
  '?type=CourseAdded&type=Nothing',
  '?after=1&after=2',
])('rejects %s', async (query) => {
  const answer = await request(query);
  expect(answer.status).toBe(400);
  expect((await answer.json()) as object).toMatchObject({ code: 'invalid-input' });
});

test('refuses visitors, Students, Instructors and people who are not registered', async () => {
  for (const [requester, status] of [
    [null, 401],
    [sam, 403],
    [ina, 403],
    [{ uid: 'uid-stranger', email: 'stranger@example.org' }, 403],
  ] as const)
    expect((await request('?to=1', requester)).status).toBe(status);
});

test('refuses an old sign-in, and then records no reading', async () => {
  const readings: Reading[] = [];
  const other = await live.addNode({
    recordReading: async (reading) => {
      readings.push(reading);
    },
  });
  const signedIn = Math.floor((Date.now() - recentSignInMs) / 1_000) - 1;
  const oldToken = live.provider.token({ ...ada, claims: { auth_time: signedIn } });
  const requestWith = (authorization: string, method = 'GET') =>
    fetch(`${other.address}/log?to=1`, { method, headers: { authorization } });
  const refused = await requestWith(`Bearer ${oldToken}`);
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    403,
    'sign-in-too-old',
  ]);
  expect((await requestWith(`Bearer ${oldToken}`, 'HEAD')).status).toBe(403);
  expect(readings).toEqual([]);
  const { authorization = '' } = live.authorizationOf(ada);
  expect((await requestWith(authorization)).status).toBe(200);
  expect(readings).toHaveLength(1);
});

test('answers HEAD with the headers of GET, without opening a stream', async () => {
  for (let times = 0; times < 6; times += 1) {
    const answer = await request('', ada, 'HEAD');
    expect([answer.status, answer.headers.get(headers.logPosition)]).toEqual([200, String(head)]);
    expect(answer.headers.get('content-type')).toContain('ndjson');
  }
  expect((await request('', sam, 'HEAD')).status).toBe(403);
  expect(await positions('?to=1')).toEqual([1]);
});

test('sends the stream uncompressed, and asks proxies not to buffer it', async () => {
  const answer = await request('?to=2000');
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(answer.headers.get('x-accel-buffering')).toBe('no');
  expect(answer.headers.get('cache-control')).toContain('no-store');
  expect((await answer.text()).length).toBeGreaterThan(100_000);
});

test('ends the stream at the head that the log had when the request arrived', async () => {
  const answer = await open();
  for (let more = 0; more < 3; more += 1) await school.addCourse(`Later ${more}`);
  const lines = (await text(answer)).trimEnd().split('\n');
  expect(logLine.parse(JSON.parse(lines.at(-1) ?? '')).position).toBe(head);
  expect(lines).toHaveLength(head);
  head = await school.log.reader.head();
});

/** Waits until no log stream has read a page for two seconds, because its client does not read. */
const waitUntilStalled = () =>
  expect
    .poll(async () => {
      const { rows } = await school.log.pool.query<{ is_stalled: boolean | null }>(
        `select bool_and(state = 'idle' and now() - state_change > interval '2 seconds') as is_stalled
           from pg_stat_activity where datname = current_database() and application_name = 'lyceum log stream'`,
      );
      return rows[0]?.is_stalled;
    })
    .toBe(true);

test('cancels the running query when the client disconnects', async () => {
  const answer = await open();
  // The table is locked only when the stream waits for its client. If it were locked earlier, the access check, which also reads the
  // log before each page, could wait for the lock instead of the query of the page.
  await waitUntilStalled();
  const lockingClient = new Client({ connectionString: school.url });
  await lockingClient.connect();
  onTestFinished(() => lockingClient.end());
  await lockingClient.query('begin');
  await lockingClient.query('lock table log.events in access exclusive mode');
  // The query of the next page waits for the lock.
  answer.resume();
  await expect.poll(countQueries).toBe(1);
  answer.destroy();
  await expect.poll(countQueries).toBe(0);
});

test('allows one open stream per Admin and four per node, and another when a client has disconnected', async () => {
  const admins = await school.registerAll({ bo: 'Admin', cy: 'Admin', di: 'Admin' });
  const streams = [await open()];
  const second = await request('');
  expect([second.status, second.headers.get('retry-after')]).toEqual([429, '30']);
  expect((await second.json()) as object).toMatchObject({ code: 'too-many-requests' });
  streams.push(...(await Promise.all(Object.values(admins).map((admin) => open('', admin)))));
  expect(streams.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  const refused = await request('', await school.register('ed', 'Admin'));
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
  expect(refused.headers.get('content-disposition')).toBeNull();
  expect((await refused.json()) as object).toMatchObject({ code: 'unavailable' });
  expect((await live.get('/courses')).status).toBe(200);
  streams[0]?.destroy();
  await expect.poll(async () => (await request('?to=1')).status).toBe(200);
  for (const stream of streams) stream.destroy();
  await expect.poll(countQueries).toBe(0);
});

/** Reads an answer, and requires that its stream is cut off. */
const readUntilCut = async (answer: IncomingMessage): Promise<void> => {
  let received = '';
  const errorCode = await (async () => {
    for await (const chunk of answer.setEncoding('utf8')) received += chunk;
  })().then(
    () => null,
    (error: NodeJS.ErrnoException) => error.code,
  );
  expect([errorCode, answer.complete]).toEqual(['ECONNRESET', false]);
  expect(received.split('\n').length).toBeLessThan(size);
};

test('cuts off the stream of an Admin who is demoted or removed', async () => {
  const accessChanges = [
    ['bea', (bea: TestUser) => school.changeRole(bea, 'Admin', 'Instructor')],
    ['ben', (ben: TestUser) => school.removeUser(ben)],
  ] as const;
  for (const [name, change] of accessChanges) {
    const person = await school.register(name, 'Admin');
    const answer = await open('', person);
    expect(answer.headers[headers.logPosition.toLowerCase()]).toBe(String(await school.log.reader.head()));
    await change(person);
    await readUntilCut(answer);
    expect((await request('', person)).status).toBe(403);
  }
  await expect.poll(countQueries).toBe(0);
});

test('cuts off the stream of an Admin whose token is revoked', async () => {
  let isRevoked = false;
  const identity: Identity = {
    ...{
      uid: ada.uid,
      userId: ada.id,
      email: ada.email,
      emailVerified: true,
      hasAccount: true,
      hasRequiredSecondFactor: true,
    },
    ...{ signedInAt: Date.now(), issuedAt: Date.now(), expiresAt: Number.POSITIVE_INFINITY },
  };
  const verify = async () => {
    if (isRevoked) throw tokenInvalidError();
    return identity;
  };
  const other = await live.addNode({ verifier: { verify, verifyAgain: verify } });
  const answer = await open('', ada, other.address);
  isRevoked = true;
  await readUntilCut(answer);
});
