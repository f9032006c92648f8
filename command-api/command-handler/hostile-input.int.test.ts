import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { courseBody, startTestCommandApi } from '#testing/command-api.ts';

const api = await startTestCommandApi();
const admin = await api.registerUser('Admin');

const post = (rawBody: BodyInit, headers: Record<string, string> = {}) =>
  api.call('POST', '/courses', { token: admin.token, rawBody, headers });

/** Sends bytes that an HTTP client would refuse to send. Returns the whole response. */
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

test('sends the content security policy for data with successful answers and with problems', async () => {
  const answers = [
    await post(JSON.stringify(courseBody)),
    await api.call('POST', '/courses', { body: courseBody }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 401]);
  for (const { headers } of answers)
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
});

test('drops the fields __proto__ and constructor, without prototype pollution', async () => {
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

test('ignores a role in a field named __proto__', async () => {
  const uid = randomUUID();
  const email = `${uid}@school.example`;
  const answer = await api.call('POST', '/users', {
    token: api.identityProvider.token({ uid, email }),
    rawBody: `{"__proto__":{"userType":"Admin"},"name":"A","imageUrl":"/a","email":"${email}"}`,
  });
  expect(answer.status).toBe(200);
  const [event] = await api.reader.readStream(`user-${answer.body.insertedId}`);
  expect(event?.data).toMatchObject({ userType: 'Student' });
});

test.each([
  ['an array', '[]'],
  ['an array with 30,000 entries', JSON.stringify(Array(30_000).fill(0))],
  ['null', 'null'],
  ['a number', '7'],
  ['a string', '"text"'],
  ['an empty body', ''],
])('refuses a body that is not an object: %s', async (_, raw) => {
  const answer = await post(raw);
  expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
    400,
    'invalid-input',
    'The body must be a JSON object.',
  ]);
});

test.each([
  ['an array instead of a string', { course_name: Array(10_000).fill('x') }],
  [
    'an object instead of a string, with fields named after methods',
    { course_name: { toString: 'x', length: 1 } },
  ],
  ['a NUL character', { details: 'a\u0000b' }],
  ['half a surrogate pair', { details: 'a\ud800b' }],
  ['a huge number', { price: 1e300 }],
  ['a hexadecimal price', { price: '0x10' }],
  ['a script as an address', { imageUrl: 'javascript:alert(1)' }],
  ['an address of another origin without a scheme', { imageUrl: '//evil.example/x.png' }],
  ['an address of another origin with a backslash', { imageUrl: '/\\evil.example/x.png' }],
  ['a blank text', { course_name: ' \t\n' }],
  ['a text that is too long', { course_name: 'x'.repeat(201) }],
])('refuses a field with %s', async (_, change) => {
  const answer = await post(JSON.stringify({ ...courseBody, ...change }));
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid-input']);
  expect(answer.body.errors).toMatchObject([{ path: Object.keys(change)[0] }]);
});

test('does not echo the input in errors', async () => {
  const answer = await post(JSON.stringify({ ...courseBody, course_code: '<script>alert(1)</script>' }));
  expect(JSON.stringify(answer.body)).not.toContain('script');
});

test('refuses bodies that are malformed, too large or not JSON', async () => {
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

test.each(['1', 'not-a-uuid', "1' or '1'='1", '%00', '5c0fd2a2-54f4-5c5f-9e33-0b6a3a3b7c11x', 'admins'])(
  'refuses an id that is not a UUID: %s',
  async (id) => {
    const answer = await api.call('DELETE', `/users/${encodeURIComponent(id)}`, { token: admin.token });
    expect(answer.status).toBe(400);
  },
);

test.each([
  ['a word', 'nonsense'],
  ['an empty text', ''],
  ['a long text', 'x'.repeat(1_000)],
  ['two UUIDs', `${randomUUID()}, ${randomUUID()}`],
])('refuses an idempotency key that is not one UUID: %s', async (_, key) => {
  const answer = await post(JSON.stringify(courseBody), { 'idempotency-key': key });
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid-input']);
});

test('refuses headers that are sent twice or contradict each other', async () => {
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

test.each([
  ['a transfer coding that is not chunked', 'Transfer-Encoding: identity', ''],
  ['a malformed chunk', 'Transfer-Encoding: chunked', 'no size\r\n\r\n'],
])('changes nothing if a DELETE has a body with %s', async (_, header, body) => {
  const courseId = await api.addCourse(admin);
  const answer = await sendRaw(
    [`DELETE /courses/${courseId} HTTP/1.1`, `Authorization: Bearer ${admin.token}`, header],
    body,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect((await api.reader.readStream(`course-${courseId}`)).map(({ type }) => type)).toEqual([
    'CourseAdded',
  ]);
});

test('refuses a line break in a header', async () => {
  const answer = await sendRaw([
    'POST /courses HTTP/1.1',
    'X-Request-Id: abc\rSet-Cookie: a=b',
    'Content-Length: 0',
  ]);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).not.toContain('Set-Cookie');
});

test.each([
  ['another scheme', 'Basic YTpi'],
  ['no token', 'Bearer'],
  ['two words', 'Bearer a b'],
  ['the word null', 'Bearer null'],
  ['the word undefined', 'Bearer undefined'],
  ['a token of 9,000 characters', `Bearer ${'x'.repeat(9_000)}`],
  ['a quote and SQL', "Bearer ' or 1=1"],
])('refuses an Authorization header with %s', async (_, authorization) => {
  const answer = await api.call('DELETE', `/courses/${randomUUID()}`, { headers: { authorization } });
  expect([answer.status, answer.body.code]).toEqual([401, 'token-invalid']);
});

test('matches the fixed parts of paths case-sensitively and without decoding them', async () => {
  const options = { token: admin.token, body: courseBody };
  for (const path of ['/Courses', '/COURSES', '/cours%65s'])
    expect([path, (await api.call('POST', path, options)).status]).toEqual([path, 404]);
});

test('ignores method overrides', async () => {
  const answer = await api.call('POST', `/courses/${randomUUID()}`, {
    token: admin.token,
    headers: { 'x-http-method-override': 'DELETE' },
    body: { _method: 'DELETE' },
  });
  expect(answer.status).toBe(405);
});
