import type { Browser, CDPSession } from 'playwright-core';

/** Kinds of responses, as the report names them. */
export const kinds = ['script', 'font', 'style', 'data', 'picture', 'page'] as const;
export type Kind = (typeof kinds)[number];

export type PageMeasurement = {
  /** Requests of the page until it is quiet. Sockets count once. */
  requests: number;
  /** Bytes on the wire, compressed, with headers. */
  bytes: Record<Kind, number>;
  /** Largest contentful paint, in milliseconds after the navigation began. */
  largestPaintMs: number;
  /** The sum of the scores of all layout shifts that do not closely follow an input. Lighthouse counts only the largest group of shifts. */
  layoutShift: number;
  /** Total blocking time in milliseconds: the parts of tasks beyond 50 ms. */
  blockingMs: number;
};

export type Conditions = {
  /** The factor by which the processor is slowed down. */
  processorSlowdown: number;
  /** Whether the network is as slow as slow 4G (1.6 Mbit/s, 150 ms). Otherwise it is not slowed down. */
  hasSlowNetwork: boolean;
};

/** A phone of the size that Lighthouse emulates. */
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const slowNetwork = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
/** The page is quiet after this time without a new request or a complete response. */
const quietMs = 2_500;
const timeoutMs = 60_000;

const kindOf: Record<string, Kind> = {
  Script: 'script',
  Font: 'font',
  Stylesheet: 'style',
  Image: 'picture',
  Document: 'page',
};

const emulateConditions = async (session: CDPSession, { processorSlowdown, hasSlowNetwork }: Conditions) => {
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
  if (hasSlowNetwork)
    await session.send('Network.emulateNetworkConditions', { offline: false, ...slowNetwork });
};

/** Counts the requests of a page and the bytes of their responses. @returns the counters, and the time of the last request or response. */
const countResponses = (session: CDPSession) => {
  const bytes = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
  const typeById = new Map<string, string>();
  const state = { bytes, requests: 0, lastAt: Date.now() };
  session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    // A request that follows a redirect has the id of the redirected request.
    if (typeById.has(requestId) || request.url.startsWith('data:')) return;
    typeById.set(requestId, type ?? 'Other');
    state.requests += 1;
    state.lastAt = Date.now();
  });
  session.on('Network.webSocketCreated', () => {
    state.requests += 1;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kindOf[typeById.get(requestId) ?? ''] ?? 'data';
    state.bytes[kind] += encodedDataLength;
    state.lastAt = Date.now();
  });
  return state;
};

type Observed = { largestPaintMs: number; layoutShift: number; blockingMs: number };

/** Records paints, layout shifts and long tasks in the variable `observed`. Runs in the page, before its scripts. */
const observePage = () => {
  const observed: Observed = { largestPaintMs: 0, layoutShift: 0, blockingMs: 0 };
  Object.assign(globalThis, { observed });
  const observeEntries = (type: string, handle: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(handle)).observe({ type, buffered: true });
  observeEntries('largest-contentful-paint', ({ startTime }) => {
    observed.largestPaintMs = startTime;
  });
  observeEntries('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) observed.layoutShift += shift.value;
  });
  observeEntries('longtask', ({ duration }) => {
    observed.blockingMs += Math.max(0, duration - 50);
  });
};

/**
 * Measures the first visit of a phone to a page: nothing is cached, and no service worker answers.
 * @throws Error if the page has no heading.
 */
export const measurePage = async (
  browser: Browser,
  address: string,
  conditions: Conditions,
): Promise<PageMeasurement> => {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(timeoutMs);
    const session = await context.newCDPSession(page);
    await emulateConditions(session, conditions);
    const counted = countResponses(session);
    await page.addInitScript(observePage);
    await page.goto(address, { waitUntil: 'load', timeout: timeoutMs });
    // A heading shows that the page was really rendered.
    await page.locator('h1').first().waitFor({ state: 'attached' });
    const deadline = Date.now() + timeoutMs;
    while (Date.now() - counted.lastAt < quietMs && Date.now() < deadline) await page.waitForTimeout(100);
    const observed = (await page.evaluate('observed')) as Observed;
    const { requests, bytes } = counted;
    return { requests, bytes, ...observed };
  } finally {
    await context.close();
  }
};
