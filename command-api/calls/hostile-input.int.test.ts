import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { courseBody, startTestCommandApi, type TestCommandApi } from '../testing/command-api.ts';

let api: TestCommandApi;
let admin: { id: string; token: string };
beforeAll(async () => {
  api = await startTestCommandApi();
  admin = await api.person('Admin');
});
afterAll(() => api[Symbol.asyncDispose]());

const post = (rawBody: BodyInit, headers: Record<string, string> = {}) =>
  api.call('POST', '/courses', { token: admin.token, rawBody, headers });

/** Sends bytes as they are, for what a well-behaved client would not send; gives the whole answer. */
const sendRaw = (lines: string[], body = ''): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(api.address()).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
    socket.write(`${[...lines, 'Host: school', 'Connection: close'].join('\r\n')}\r\n\r\n${body}`);
  });

test('keys that reach for prototypes are fields like any unknown one: dropped, and nothing is polluted', async () => {
  const json = JSON.stringify(courseBody).slice(1);
  const answer = await post(
    `{"__proto__":{"isAdmin":true,"price":-1},"constructor":{"prototype":{"isAdmin":true}},${json}`,
  );
  expect(answer.status).toBe(200);
  expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  const [event] = await api.reader.readStream(`course-${answer.body.insertedId}`);
  expect(Object.keys(event?.data ?? {}).sort()).toEqual(
    [
      'category',
      'code',
      'details',
      'difficulty',
      'duration',
      'imageUrl',
      'instructor',
      'instructorId',
      'name',
      'price',
      'videos',
    ].sort(),
  );
  expect(event?.data).toMatchObject({ price: 120 });
});

test('a role smuggled in by a prototype is no role', async () => {
  const uid = randomUUID();
  const email = `${uid}@school.example`;
  const answer = await api.call('POST', '/users', {
    token: api.provider.token({ uid, email }),
    rawBody: `{"__proto__":{"userType":"Admin"},"name":"A","imageUrl":"/a","email":"${email}"}`,
  });
  expect(answer.status).toBe(200);
  const [event] = await api.reader.readStream(`user-${answer.body.insertedId}`);
  expect(event?.data).toMatchObject({ userType: 'Student' });
});

test.each([
  ['an array', '[]'],
  ['an array of thirty thousand', JSON.stringify(Array(30_000).fill(0))],
  ['null', 'null'],
  ['a number', '7'],
  ['a text', '"text"'],
  ['nothing at all', ''],
])('a body that is no object is 400: %s', async (_, raw) => {
  const answer = await post(raw);
  expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
    400,
    'invalid-input',
    'The body must be a JSON object.',
  ]);
});

test.each([
  ['arrays where text belongs', { course_name: Array(10_000).fill('x') }],
  ['objects with methods', { course_name: { toString: 'x', length: 1 } }],
  ['NUL', { details: 'a\u0000b' }],
  ['half a surrogate pair', { details: 'a\ud800b' }],
  ['numbers beyond all bounds', { price: 1e300 }],
  ['a price in another notation', { price: '0x10' }],
  ['a script for an address', { imageUrl: 'javascript:alert(1)' }],
  ['an address that leaves the origin without saying so', { imageUrl: '//evil.example/x.png' }],
  ['the same with a backslash', { imageUrl: '/\\evil.example/x.png' }],
  ['a name of blanks', { course_name: ' \t\n' }],
  ['a name that is too long', { course_name: 'x'.repeat(201) }],
])('a field that is refused: %s', async (_, change) => {
  const answer = await post(JSON.stringify({ ...courseBody, ...change }));
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid-input']);
  expect(answer.body.errors).toMatchObject([{ path: Object.keys(change)[0] }]);
});

test('an error does not send back what was sent', async () => {
  const answer = await post(JSON.stringify({ ...courseBody, course_code: '<script>alert(1)</script>' }));
  expect(JSON.stringify(answer.body)).not.toContain('script');
});

test('bodies that are broken, too deep, too large, or no JSON', async () => {
  const codes = [
    await post('{"a":'),
    await post('['.repeat(60_000)),
    await post(JSON.stringify({ ...courseBody, details: 'x'.repeat(110_000) })),
    await post('a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
  ].map((answer) => [answer.status, answer.body.code]);
  expect(codes).toEqual([
    [400, 'broken-json'],
    [400, 'broken-json'],
    [413, 'body-too-large'],
    [415, 'not-json'],
  ]);
});

test.each(['1', 'not-a-uuid', "1' or '1'='1", '%00', `${randomUUID()}x`, 'admins', '..'])(
  'an id that is no UUID is 400 (or no call at all), never a stream: %s',
  async (id) => {
    const answer = await api.call('DELETE', `/users/${encodeURIComponent(id)}`, { token: admin.token });
    // The client itself resolves '..' away.
    expect(answer.status).toBe(id === '..' ? 404 : 400);
  },
);

test.each(['nonsense', '', 'x'.repeat(1_000), `${randomUUID()}, ${randomUUID()}`])(
  'an idempotency key that is no UUID is 400: %s',
  async (key) => {
    const answer = await post(JSON.stringify(courseBody), { 'idempotency-key': key });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid-input']);
  },
);

test('doubled headers are refused where they would mean two things', async () => {
  const body = JSON.stringify(courseBody);
  const head = ['POST /courses HTTP/1.1', 'Content-Type: application/json', `Content-Length: ${body.length}`];
  const token = `Authorization: Bearer ${admin.token}`;
  expect(await sendRaw([...head, token, token], body)).toMatch(/^HTTP\/1\.1 401 /);
  const key = `Idempotency-Key: ${randomUUID()}`;
  expect(await sendRaw([...head, token, key, key], body)).toMatch(/^HTTP\/1\.1 400 /);
  expect(await sendRaw([...head, token, `Content-Length: ${body.length + 5}`], body)).toMatch(
    /^HTTP\/1\.1 400 /,
  );
  expect(await sendRaw([...head, token, 'Transfer-Encoding: chunked'], body)).toMatch(/^HTTP\/1\.1 400 /);
});

test('a line break in a header ends nothing but the connection', async () => {
  const answer = await sendRaw([
    'POST /courses HTTP/1.1',
    'X-Request-Id: abc\rSet-Cookie: a=b',
    'Content-Length: 0',
  ]);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).not.toContain('Set-Cookie');
});

test.each([
  'Basic YTpi',
  'Bearer',
  'Bearer a b',
  'Bearer null',
  'Bearer undefined',
  `Bearer ${'x'.repeat(9_000)}`,
  "Bearer ' or 1=1",
])('an Authorization that is none is 401: %s', async (authorization) => {
  const answer = await api.call('DELETE', `/courses/${randomUUID()}`, { headers: { authorization } });
  expect([answer.status, answer.body.code]).toEqual([401, 'token-invalid']);
});

test('an address is written in one way: in other letters it is no call, as on the read side', async () => {
  const options = { token: admin.token, body: courseBody };
  for (const path of ['/Courses', '/COURSES', '/cours%65s'])
    expect([path, (await api.call('POST', path, options)).status]).toEqual([path, 404]);
});

test('a method override is not listened to', async () => {
  const answer = await api.call('POST', `/courses/${randomUUID()}`, {
    token: admin.token,
    headers: { 'x-http-method-override': 'DELETE' },
    body: { _method: 'DELETE' },
  });
  expect(answer.status).toBe(405);
});
