import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const source = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8');
const page = '/assets/page-a.html';

/** Runs the worker with a cache storage in memory. Its pauses end at once. @param missing files that cannot be downloaded. */
const startWorker = (options: { missing: readonly string[]; caches: Map<string, Set<string>> }) => {
  const { missing, caches } = options;
  const listeners = new Map<string, (event: { waitUntil: (work: Promise<void>) => unknown }) => void>();
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
    [...caches].some(([name, files]) => (cacheName ?? name) === name && files.has(path)) ? {} : undefined;
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
  };
};

const allFiles = new Set([page, '/configuration.json', '/assets/a.js', '/assets/b.js', '/courses/c.svg']);

test('stores all files of the build', async () => {
  const caches = new Map<string, Set<string>>();
  await startWorker({ missing: [], caches }).install();
  expect(caches).toEqual(new Map([['lyceum new', allFiles]]));
});

test('a failed installation leaves no incomplete cache, and keeps that of the previous build', async () => {
  const caches = new Map([['lyceum old', new Set(['/assets/old.js'])]]);
  const worker = startWorker({ missing: [page, '/assets/b.js'], caches });
  await expect(worker.install()).rejects.toThrow('Failed to fetch');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([...caches.keys()]).toEqual(['lyceum old']);
});

test('a failed installation of a build that is stored already keeps its files', async () => {
  const caches = new Map([['lyceum new', new Set(allFiles)]]);
  await expect(startWorker({ missing: ['/configuration.json'], caches }).install()).rejects.toThrow();
  expect(caches).toEqual(new Map([['lyceum new', allFiles]]));
});
