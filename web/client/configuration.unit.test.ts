import { afterEach, expect, test, vi } from 'vitest';
import { fetchConfiguration } from './configuration.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const configuration = {
  firebase: { apiKey: 'key', authDomain: 'domain', projectId: 'project' },
  ...{ authEmulatorUrl: null, roleSignup: 'open', build: 'test', demo: false },
};

/** Makes the server answer with these statuses, one after the other. */
const answerWith = (...statuses: number[]) => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => {
    const status = statuses.shift() ?? 200;
    return new Response(JSON.stringify(status === 200 ? configuration : null), { status });
  });
};

test('retries while the server is not available', async () => {
  answerWith(503, 503);
  const fetched = fetchConfiguration();
  await vi.runAllTimersAsync();
  expect(await fetched).toMatchObject({ build: 'test', demo: false });
});

test('reports a failure that a retry cannot fix', async () => {
  answerWith(404);
  await expect(fetchConfiguration()).rejects.toMatchObject({ status: 404 });
});
