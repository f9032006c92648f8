import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { startTestCommandApi } from '#testing/command-api.ts';

const api = await startTestCommandApi();

const requestCopy = (token: string, body: object = { timeZone: 'Asia/Dhaka' }) =>
  fetch(`${api.address()}/me/data`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('responds with the user’s own data as a file that is not cached', async () => {
  const anna = await api.registerUser('Student');
  const other = await api.registerUser('Instructor');
  await api.call('PUT', `/users/${anna.email}`, {
    token: anna.token,
    body: { name: 'Anna <i>Neu</i>', imageUrl: '/n.svg' },
  });
  const answer = await requestCopy(anna.token);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="lyceum-my-data.zip"');
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(answer.headers.get('x-accel-buffering')).toBe('no');
  const files = unzipSync(await buffer(answer.body as unknown as ReadableStream));
  expect(Object.keys(files)).toEqual(['index.html', 'you.json', 'events.json']);
  const page = strFromU8(files['index.html'] ?? new Uint8Array());
  expect(page).toContain('Anna &lt;i&gt;Neu&lt;/i&gt;');
  expect(page).toContain('Asia/Dhaka');
  const you = JSON.parse(strFromU8(files['you.json'] ?? new Uint8Array()));
  expect(you).toMatchObject({
    id: anna.id,
    name: 'Anna <i>Neu</i>',
    email: anna.email,
    places: [],
    learning: [],
  });
  const allText = Object.values(files)
    .map((file) => strFromU8(file))
    .join('\n');
  expect(allText).not.toContain(other.id);
  expect(allText).not.toContain(other.email);
});

test('refuses a missing or unknown time zone', async () => {
  const { token } = await api.registerUser();
  for (const body of [{}, { timeZone: 'Nowhere/At all' }]) {
    const answer = await requestCopy(token, body);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'invalid-input']);
  }
});
