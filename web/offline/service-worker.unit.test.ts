import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const source = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8');
const page = '/assets/page-a.html';
const cachedFile = { isCached: true };

type WorkerEvent = {
  request: { method: string; mode: string; url: string };
  waitUntil: (work: Promise<void>) => unknown;
  respondWith: (answer: Promise<unknown>) => unknown;
};

/**
 * Runs the worker with a cache storage in memory. Its pauses end at once.
 * @param options.missing files that cannot be downloaded.
 * @param options.fetch answers the requests that the worker passes on to the server.
 */
const startWorker = (options: {
  missing?: readonly string[];
  caches: Map<string, Set<string>>;
  fetch?: () => Promise<unknown>;
}) => {
  const { missing = [], caches, fetch } = options;
  const listeners = new Map<string, (event: Partial<WorkerEvent>) => void>();
  const open = async (name: string) => {
    const files = caches.get(name) ?? new Set<string>();
    caches.set(name, files);
    return {
      add: async ({ url }: { url: string }) => {
        if (missing.includes(url)) throw new TypeError('Failed to fetch');
        files.add(url);
      },
      put: async (url: string) => void files.add(url),
      match: async (url: string) => (files.has(url) ? {} : undefined),
    };
  };
  const match = async (path: string, { cacheName }: { cacheName?: string }) =>
    [...caches].some(([name, files]) => (cacheName ?? name) === name && files.has(path))
      ? cachedFile
      : undefined;
  runInNewContext(source, {
    manifest: {
      build: 'new',
      page,
      files: ['/assets/a.js', '/assets/b.js', '/courses/c.svg'],
      neverPages: [],
    },
    caches: {
      open,
      match,
      has: async (name: string) => caches.has(name),
      delete: async (name: string) => caches.delete(name),
    },
    Request: class {
      url: string;
      constructor(url: string) {
        this.url = url;
      }
    },
    fetch,
    URL,
    location: { origin: 'https://lyceum.example' },
    setTimeout: (end: () => void) => setTimeout(end, 0),
    self: { skipWaiting: async () => undefined },
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
  });
  return {
    install: async () => {
      const works: Promise<void>[] = [];
      listeners.get('install')?.({ waitUntil: (work) => works.push(work) });
      await Promise.all(works);
    },
    /** Returns the worker's answer to a request of the client. */
    get: async (path: string) => {
      const answers: Promise<unknown>[] = [];
      listeners.get('fetch')?.({
        request: { method: 'GET', mode: 'cors', url: `https://lyceum.example${path}` },
        respondWith: (answer) => answers.push(answer),
      });
      return answers[0];
    },
  };
};

const allFiles = new Set([page, '/configuration.json', '/assets/a.js', '/assets/b.js', '/courses/c.svg']);

test('stores all files of the build', async () => {
  const caches = new Map<string, Set<string>>();
  await startWorker({ caches }).install();
  expect(caches).toEqual(new Map([['lyceum new', allFiles]]));
});

test('a failed installation leaves no incomplete cache, and keeps the cache of the previous build', async () => {
  const caches = new Map([['lyceum old', new Set(['/assets/old.js'])]]);
  const worker = startWorker({ missing: [page, '/assets/b.js'], caches });
  await expect(worker.install()).rejects.toThrow('Failed to fetch');
  // A download that still runs must not create the cache again.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([...caches.keys()]).toEqual(['lyceum old']);
});

test('a failed installation of a build that is stored already keeps its files', async () => {
  const caches = new Map([['lyceum new', new Set(allFiles)]]);
  const worker = startWorker({ missing: ['/configuration.json'], caches });
  await expect(worker.install()).rejects.toThrow('Failed to fetch');
  expect(caches).toEqual(new Map([['lyceum new', allFiles]]));
});

const createAnswer = (status: number) => ({ status, ok: status === 200, clone: () => ({}) });
const failures: [string, () => Promise<unknown>][] = [
  ['is too busy', async () => createAnswer(429)],
  ['is not available', async () => createAnswer(503)],
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['does not answer', () => new Promise(() => {})],
];

test.each(failures)('answers with the cached configuration if the server %s', async (_, fetch) => {
  const worker = startWorker({ caches: new Map([['lyceum new', new Set(allFiles)]]), fetch });
  expect(await worker.get('/configuration.json')).toBe(cachedFile);
});

test('prefers the configuration of the server, and stores it', async () => {
  const caches = new Map([['lyceum old', new Set(allFiles)]]);
  const answer = createAnswer(200);
  const worker = startWorker({ caches, fetch: async () => answer });
  expect(await worker.get('/configuration.json')).toBe(answer);
  expect(caches.get('lyceum new')).toEqual(new Set(['/configuration.json']));
});

test('passes the answer of the server on if no configuration is cached', async () => {
  const busy = createAnswer(503);
  expect(await startWorker({ caches: new Map(), fetch: async () => busy }).get('/configuration.json')).toBe(
    busy,
  );
  const slow = createAnswer(200);
  const fetch = () => new Promise((resolve) => setTimeout(resolve, 50, slow));
  expect(await startWorker({ caches: new Map(), fetch }).get('/configuration.json')).toBe(slow);
});
