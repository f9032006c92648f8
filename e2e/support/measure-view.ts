import type { Page, Response } from 'playwright-core';
import { expect } from 'vitest';

/** The JSON that a page fetched from the product until it was quiet, and the work of its main thread. */
export type ViewData = {
  /** The number of answers with JSON. */
  requests: number;
  /** The size of these answers in bytes before compression, in total and by address. */
  bytes: number;
  byAddress: Record<string, number>;
  /** The processor time of all tasks. */
  processorMs: number;
  /**
   * The duration of the tasks of more than 50 ms. It includes the time in which other processes had the processor, so on a busy
   * machine only `processorMs` says something about the page.
   */
  longTasksMs: number;
};

/** Records the durations of long tasks in the variable `longTasks`. Runs in the page, before its scripts. */
const observeLongTasks = () => {
  const longTasks: number[] = [];
  Object.assign(globalThis, { longTasks });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
};

/** A page whose views can be measured. */
export type MeasuredPage = {
  page: Page;
  /** Returns the processor time that the main thread of the page has taken so far. A new process begins at 0. */
  readProcessorMs: () => Promise<number>;
};

/** Makes the processor of a page slower, for all views that are measured on it, and records their long tasks. */
export const prepareMeasurements = async (page: Page, processorSlowdown: number): Promise<MeasuredPage> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.addInitScript(observeLongTasks);
  const readProcessorMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  return { page, readProcessorMs };
};

const isData = (response: Response) =>
  ['fetch', 'xhr'].includes(response.request().resourceType()) &&
  (response.headers()['content-type'] ?? '').includes('json');

/** A page is quiet when it has requested nothing for this long. */
const quietMs = 1_000;

/** Watches the requests of a page. `isQuiet` returns whether all have ended and no new one has begun for `quietMs`. */
const watchRequests = (page: Page) => {
  const running = new Set<unknown>();
  let changedAt = Date.now();
  const begin = (request: unknown) => {
    running.add(request);
    changedAt = Date.now();
  };
  const end = (request: unknown) => {
    running.delete(request);
    changedAt = Date.now();
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  return {
    isQuiet: () => running.size === 0 && Date.now() - changedAt >= quietMs,
    stop: () => page.off('request', begin).off('requestfinished', end).off('requestfailed', end),
  };
};

/**
 * Opens an address and adds up the JSON that arrives for the first view, except that of the identity provider.
 * @param address with its origin, which is the product's.
 */
export const measureView = async (
  { page, readProcessorMs }: MeasuredPage,
  address: string,
): Promise<ViewData> => {
  const { origin } = new URL(address);
  // Ends the requests of the previous page.
  await page.goto('about:blank');
  const processorMsBefore = await readProcessorMs();
  const bodies: Promise<readonly [string, number]>[] = [];
  const collect = (response: Response) => {
    const url = response.url();
    if (!isData(response) || !url.startsWith(origin) || url.includes('googleapis.com')) return;
    bodies.push(response.body().then((body) => [url.slice(origin.length), body.length] as const));
  };
  const requests = watchRequests(page);
  page.on('response', collect);
  await page.goto(address);
  await page.locator('main h1').first().waitFor();
  await expect.poll(requests.isQuiet).toBe(true);
  page.off('response', collect);
  requests.stop();
  const sizes = await Promise.all(bodies);
  const processorMs = await readProcessorMs();
  const longTasks = (await page.evaluate('longTasks')) as number[];
  return {
    processorMs: processorMs < processorMsBefore ? processorMs : processorMs - processorMsBefore,
    longTasksMs: longTasks.reduce((sum, duration) => sum + duration, 0),
    requests: sizes.length,
    bytes: sizes.reduce((sum, [, size]) => sum + size, 0),
    byAddress: Object.fromEntries(sizes),
  };
};
