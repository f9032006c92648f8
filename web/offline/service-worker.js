// Keeps the client's own files, so that it starts without a line. The build puts `kept` before this: the build's digest, the
// page, the files, and the paths that are none of the client's. A build has a cache of its own; the last one stays beside it,
// for tabs that are still open.
//
// Nothing that the server says is kept here: calls, sockets and films pass by untouched. A page is always asked of the
// server first, so a new build is there with the next load.
/* global kept */

const prefix = 'lyceum ';
const ours = prefix + kept.build;
const configuration = '/configuration.json';
const files = new Set(kept.files);
/** What the edge answers while the server is away. */
const away = new Set([502, 503, 504]);
/** A line that gives no page within this time is none. */
const patienceMs = 10_000;

/** Ours first; what only the last build has is for the tabs that are still of it. */
const known = async (path) =>
  (await (await caches.open(ours)).match(path, { ignoreVary: true })) ??
  caches.match(path, { ignoreVary: true });

const pause = (ms) => new Promise((resume) => setTimeout(resume, ms));

/** Names with a digest are what they were; other files (pictures of courses) may have changed. */
const fetchOnce = async (cache, path) => {
  const isDigested = path.startsWith('/assets/');
  const same = isDigested ? await known(path) : undefined;
  if (same) await cache.put(path, same);
  else await cache.add(new Request(path, { cache: isDigested ? 'default' : 'no-cache' }));
};

/** A busy server is asked again; a picture that cannot be had is done without, code cannot. */
const fetchInto = async (cache, path) => {
  for (const ms of [1_000, 3_000, 10_000])
    try {
      return await fetchOnce(cache, path);
    } catch {
      await pause(ms);
    }
  if (path.startsWith('/assets/') || path === configuration) await fetchOnce(cache, path);
};

const install = async () => {
  const cache = await caches.open(ours);
  const left = [kept.page, configuration, ...kept.files];
  const worker = async () => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) await fetchInto(cache, path);
  };
  await Promise.all([worker(), worker(), worker()]);
  await self.skipWaiting();
};

const activate = async () => {
  const builds = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== ours);
  // In the order in which they were made.
  for (const old of builds.slice(0, -1)) await caches.delete(old);
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
};

const tooLate = () => new Promise((_, reject) => setTimeout(reject, patienceMs, new Error('too late')));

const pageOf = async (event) => {
  const asked = Promise.resolve(event.preloadResponse).then((early) => early ?? fetch(event.request));
  try {
    const answer = await Promise.race([asked, tooLate()]);
    if (!away.has(answer.status)) return answer;
    return (await known(kept.page)) ?? answer;
  } catch {
    return (await known(kept.page)) ?? asked;
  }
};

const newestOf = async (request) => {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(ours)).put(configuration, answer.clone());
    return answer;
  } catch (error) {
    const last = await known(configuration);
    if (last) return last;
    throw error;
  }
};

const isPage = ({ pathname, searchParams }) =>
  !searchParams.has('format') &&
  !kept.neverPages.some((place) =>
    place.endsWith('/') ? pathname.startsWith(place) : pathname === place || pathname.startsWith(`${place}/`),
  );

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(activate()));
addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (isPage(url)) event.respondWith(pageOf(event));
  } else if (url.pathname === configuration) event.respondWith(newestOf(request));
  else if (files.has(url.pathname) || url.pathname.startsWith('/assets/'))
    event.respondWith(known(url.pathname).then((file) => file ?? fetch(request)));
});
