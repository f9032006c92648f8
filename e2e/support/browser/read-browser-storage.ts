import type { Page } from 'playwright-core';
import { longWait } from '#platform/testing/long-wait.ts';

/** Contents by a description of their source. */
type Sources = Map<string, string>;

/**
 * Returns what the page's scripts can find in the browser without asking the server: local and session storage, all databases, the
 * bodies in the Cache Storage and the state of the history. Leaves out the HTTP cache, and cookies, which the client does not set.
 */
export const readBrowserStorage = async (page: Page): Promise<Sources> =>
  new Map(
    await page.evaluate(async () => {
      const resultOf = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const sources: [string, string][] = [['history.state', JSON.stringify(history.state)]];
      // Keys and addresses are part of the content, because they may contain the id or the e-mail address of a user.
      for (const [name, storage] of Object.entries({ localStorage, sessionStorage }))
        for (const key of Object.keys(storage))
          sources.push([`${name} ${key}`, `${key} ${storage.getItem(key)}`]);
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await resultOf(indexedDB.open(name));
        for (const storeName of database.objectStoreNames) {
          const store = database.transaction(storeName).objectStore(storeName);
          const entries = [await resultOf(store.getAllKeys()), await resultOf(store.getAll())];
          sources.push([`IndexedDB ${name} ${storeName}`, JSON.stringify(entries)]);
        }
        database.close();
      }
      for (const cacheName of await caches.keys()) {
        const cache = await caches.open(cacheName);
        for (const request of await cache.keys()) {
          const body = await (await cache.match(request))?.text();
          sources.push([`cache ${request.url}`, `${request.url} ${body}`]);
        }
      }
      return sources;
    }),
  );

/** The client's `Accept` header. Answers vary with it, so a request with a different one would not find them in the HTTP cache. */
const clientHeaders = { accept: 'application/json' };

/** Fetches the addresses in the page as the client does. @returns the addresses that were answered with status 200. */
export const fetchInPage = (page: Page, addresses: readonly string[], token: string): Promise<string[]> =>
  page.evaluate(
    async ({ addresses, headers, timeoutMs }) => {
      const answered: string[] = [];
      for (const address of addresses) {
        const response = await fetch(address, { headers, signal: AbortSignal.timeout(timeoutMs) });
        await response.text();
        if (response.status === 200) answered.push(address);
      }
      return answered;
    },
    {
      addresses,
      headers: { ...clientHeaders, authorization: `Bearer ${token}` },
      timeoutMs: longWait.timeout,
    },
  );

/** Returns what the browser's HTTP cache answers to requests without a token, by address. The server is not asked. */
export const readHttpCache = async (page: Page, addresses: readonly string[]): Promise<Sources> =>
  new Map(
    await page.evaluate(
      async ({ addresses, headers }) => {
        const sources: [string, string][] = [];
        for (const address of addresses) {
          const answer = await fetch(address, { headers, cache: 'only-if-cached', mode: 'same-origin' })
            .then(async (response) => (response.ok ? await response.text() : null))
            // The cache has no answer.
            .catch(() => null);
          if (answer !== null) sources.push([address, answer]);
        }
        return sources;
      },
      { addresses, headers: clientHeaders },
    ),
  );
