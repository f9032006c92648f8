import type { Page, Response } from 'playwright-core';
import { expect } from 'vitest';

/** The JSON that a page fetched from the product until it was quiet, and the work of its main thread. */
export type ViewData = {
  /** The number of answers with JSON. */
  requests: number;
  /** The size of these answers in bytes before compression, in total and by address. */
  bytes: number;
  byAddress: Record<string, number>;
  /** The processor time of all tasks, and how much of it scripts, styles and layout take. */
  work: WorkMs;
  /**
   * The total duration of the tasks that took more than 50 ms. It includes the time in which other processes had the processor, so on a busy
   * machine only `work` says something about the page.
   */
  longTasksMs: number;
};

/** Processor time of the main thread in milliseconds. `compile`: compiling scripts. `styles`: computing styles and layout. */
type WorkMs = { all: number; scripts: number; compile: number; styles: number };

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
  /** Returns what the main thread of the page has done so far. A new process begins at 0. */
  readWork: () => Promise<WorkMs>;
};

/** Slows down the processor of a page for all views that are measured on it, and records their long tasks. */
export const prepareMeasurements = async (page: Page, processorSlowdown: number): Promise<MeasuredPage> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.addInitScript(observeLongTasks);
  const readWork = async (): Promise<WorkMs> => {
    const { metrics } = await session.send('Performance.getMetrics');
    const milliseconds = (name: string) =>
      (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1_000;
    return {
      all: milliseconds('TaskDuration'),
      scripts: milliseconds('ScriptDuration'),
      compile: milliseconds('V8CompileDuration'),
      styles: milliseconds('RecalcStyleDuration') + milliseconds('LayoutDuration'),
    };
  };
  return { page, readWork };
};

/** Returns the work between two readings. A lower second reading means that a new process has begun at 0. */
const workSince = (before: WorkMs, now: WorkMs): WorkMs =>
  now.all < before.all
    ? now
    : {
        all: now.all - before.all,
        scripts: now.scripts - before.scripts,
        compile: now.compile - before.compile,
        styles: now.styles - before.styles,
      };

const isFetchedJson = (response: Response) =>
  ['fetch', 'xhr'].includes(response.request().resourceType()) &&
  (response.headers()['content-type'] ?? '').includes('json');

/** A page is quiet when no request is running, and none has ended for this long. */
const quietMs = 1_000;

/** Watches the requests of a page. `isQuiet` returns whether all of them ended at least `quietMs` ago. */
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
 * @param address a full URL of the product.
 */
export const measureView = async ({ page, readWork }: MeasuredPage, address: string): Promise<ViewData> => {
  const { origin } = new URL(address);
  // Ends the requests of the previous page.
  await page.goto('about:blank');
  const workBefore = await readWork();
  const bodies: Promise<readonly [string, number]>[] = [];
  const collect = (response: Response) => {
    const url = response.url();
    if (!isFetchedJson(response) || !url.startsWith(origin) || url.includes('googleapis.com')) return;
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
  const work = workSince(workBefore, await readWork());
  const longTasks = (await page.evaluate('longTasks')) as number[];
  const byAddress: Record<string, number> = {};
  for (const [path, size] of sizes) byAddress[path] = (byAddress[path] ?? 0) + size;
  return {
    work,
    longTasksMs: longTasks.reduce((sum, duration) => sum + duration, 0),
    requests: sizes.length,
    bytes: sizes.reduce((sum, [, size]) => sum + size, 0),
    byAddress,
  };
};
