import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { maxBodyBytes } from './json-body.ts';
import { openTestApp, readProblem } from './testing/test-app.ts';

const { address, post } = await openTestApp();

test.each([
  ['broken JSON', '{"a":', 400, 'broken-json'],
  ['invalid UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 400, 'broken-json'],
  ['nested fifty thousand levels deep', '['.repeat(50_000), 400, 'broken-json'],
  ['objects that are nested 21 levels deep', `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`, 400, 'broken-json'],
  ['over 100 KB', JSON.stringify('x'.repeat(maxBodyBytes)), 413, 'body-too-large'],
] as const)('refuses a body: %s', async (_, body, status, code) => {
  const response = await post(body as BodyInit);
  expect(response.status).toBe(status);
  expect((await readProblem(response)).code).toBe(code);
});

test.each([
  ['text/plain'],
  ['application/x-www-form-urlencoded'],
  ['application/json; charset=utf-16'],
  ['application/jsonx'],
])('answers 415 to a body of type %s', async (type) => {
  const response = await post('{}', { 'content-type': type });
  expect((await readProblem(response)).code).toBe('not-json');
  expect(response.status).toBe(415);
});

test('answers 415 to a compressed body', async () => {
  const response = await post('{}', { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  expect(response.status).toBe(415);
});

test('refuses a streamed body once it exceeds 100 KB', async () => {
  const stream = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(' '.repeat(10_000))),
  });
  const response = await fetch(`${address}/things`, {
    method: 'POST',
    body: stream,
    headers: { 'content-type': 'application/json' },
    duplex: 'half',
  } as RequestInit);
  expect([response.status, response.headers.get('connection')]).toEqual([413, 'close']);
});

test('lets the client send the rest of a body that is a little too large, so that it does not lose the answer', async () => {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  const answers: string[] = [];
  socket.setEncoding('utf8').on('data', (text: string) => answers.push(text));
  const request = (length: number) =>
    `POST /things HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  socket.write(`${request(200_000)}${' '.repeat(100_000)}`);
  await expect.poll(() => answers.join('')).toContain('body-too-large');
  socket.write(`${' '.repeat(100_000)}${request(2)}{}`);
  await expect.poll(() => answers.join('')).toContain('{"got":{}}');
  socket.destroy();
});

test('does not count brackets in strings as nesting', async () => {
  const value = { a: '[[[[[[[[[[[[[[[[[[[[[[[[[[[[\\"[[' };
  expect(await (await post(JSON.stringify(value))).json()).toEqual({ got: value });
});
