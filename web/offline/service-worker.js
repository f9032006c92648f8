// Caches the client's files, so that the client starts without a connection. The build prepends `manifest`: the digest of the
// build, the page, the files, and the paths for which the cached page is never used. Each build has its own cache. The cache of
// the previous build stays for tabs that still run it.
//
// Answers of the API (except the configuration), sockets and videos are not cached here. A page is always requested from the server
// first, so that a new build is used from the next load on.
/* global manifest */

const cachePrefix = 'lyceum ';
const cacheName = cachePrefix + manifest.build;
const configurationPath = '/configuration.json';
const files = new Set(manifest.files);
/** The edge answers with these while the server is not available. */
const unavailableStatuses = new Set([502, 503, 504]);
/** If the server does not send a page within this time, the cached page is used. */
const pageTimeoutMs = 10_000;
/**
 * If the server does not send the configuration within this time, the cached one is used. The time is short, because the client waits for
 * the configuration, which hardly ever changes.
 */
const configurationTimeoutMs = 3_000;
const downloadRetryDelaysMs = [1_000, 3_000, 10_000];

/** Returns a file from this build's cache or, for tabs of the previous build, from the cache of that build. Creates no cache. */
const findCached = async (path) =>
  (await caches.match(path, { cacheName, ignoreVary: true })) ?? caches.match(path, { ignoreVary: true });

const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Adds a file to the cache. Files with a digest in their name never change. Pictures and the configuration are revalidated. */
const download = async (cache, path) => {
  const hasDigest = path.startsWith('/assets/');
  const cached = hasDigest ? await findCached(path) : undefined;
  if (cached) await cache.put(path, cached);
  else await cache.add(new Request(path, { cache: hasDigest ? 'default' : 'no-cache' }));
};

/** Retries a download. A picture that cannot be downloaded is skipped. If any other file cannot be downloaded, the installation fails. */
const downloadWithRetries = async (cache, path) => {
  for (const delayMs of downloadRetryDelaysMs)
    try {
      return await download(cache, path);
    } catch {
      await delay(delayMs);
    }
  if (path.startsWith('/assets/') || path === configurationPath) await download(cache, path);
};

const install = async () => {
  const isNew = !(await caches.has(cacheName));
  const cache = await caches.open(cacheName);
  const queue = [manifest.page, configurationPath, ...manifest.files];
  const downloadFromQueue = async () => {
    try {
      for (let path = queue.shift(); path !== undefined; path = queue.shift())
        await downloadWithRetries(cache, path);
    } catch (error) {
      queue.length = 0;
      throw error;
    }
  };
  const results = await Promise.allSettled([downloadFromQueue(), downloadFromQueue(), downloadFromQueue()]);
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed) {
    // `activate` would otherwise take this incomplete cache for the previous build's and delete the complete one.
    if (isNew) await caches.delete(cacheName);
    throw failed.reason;
  }
  await self.skipWaiting();
};

const activate = async () => {
  // `keys` returns the caches in the order of their creation: the last one is the previous build's.
  const otherBuilds = (await caches.keys()).filter(
    (name) => name.startsWith(cachePrefix) && name !== cacheName,
  );
  for (const name of otherBuilds.slice(0, -1)) await caches.delete(name);
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
};

const rejectAfter = (timeoutMs) =>
  new Promise((_, reject) => setTimeout(reject, timeoutMs, new Error('timeout')));

const respondWithPage = async (event) => {
  const pendingResponse = Promise.resolve(event.preloadResponse).then(
    (preloaded) => preloaded ?? fetch(event.request),
  );
  try {
    const response = await Promise.race([pendingResponse, rejectAfter(pageTimeoutMs)]);
    if (!unavailableStatuses.has(response.status)) return response;
    return (await findCached(manifest.page)) ?? response;
  } catch {
    return (await findCached(manifest.page)) ?? pendingResponse;
  }
};

const fetchConfiguration = async (request) => {
  const response = await fetch(request);
  if (response.ok) await (await caches.open(cacheName)).put(configurationPath, response.clone());
  return response;
};

const respondWithConfiguration = async (request) => {
  const pendingResponse = fetchConfiguration(request);
  try {
    const response = await Promise.race([pendingResponse, rejectAfter(configurationTimeoutMs)]);
    if (response.status !== 429 && !unavailableStatuses.has(response.status)) return response;
    return (await findCached(configurationPath)) ?? response;
  } catch {
    return (await findCached(configurationPath)) ?? pendingResponse;
  }
};

const canUseCachedPage = ({ pathname, searchParams }) =>
  !searchParams.has('format') &&
  !manifest.neverPages.some((path) =>
    path.endsWith('/') ? pathname.startsWith(path) : pathname === path || pathname.startsWith(`${path}/`),
  );

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(activate()));
addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (canUseCachedPage(url)) event.respondWith(respondWithPage(event));
  } else if (url.pathname === configurationPath) event.respondWith(respondWithConfiguration(request));
  else if (files.has(url.pathname) || url.pathname.startsWith('/assets/'))
    event.respondWith(findCached(url.pathname).then((file) => file ?? fetch(request)));
});
