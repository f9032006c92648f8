/**
 * Benchmark of the public pages: requests, compressed bytes, and how soon a visitor with a slow phone sees the page.
 *
 *   node bench/page/run.ts [--rounds N] [--slow-network] [--full-speed] [--lighthouse] [--product http://…]
 *
 * Without `--product` it starts the product with the demo school. The exit code is 1 if a page exceeds a limit of
 * requests or scripts. Times are only printed, because they depend on the machine. With `--lighthouse`, Lighthouse also rates each
 * page, and the exit code is also 1 if a score is too low. Scores depend on the load, so this needs a quiet machine.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { launchBrowser } from '#e2e/support/browser/launch-browser.ts';
import { startProduct, stopProduct } from '#e2e/support/product/start-product.ts';
import { reserveFreePort } from '#platform/free-port.ts';
import { closeOnSignal } from '#platform/testing/close-on-signal.ts';
import { median } from '../harness/statistics.ts';
import { type Kind, kinds, measurePage, type PageMeasurement } from './measure-page.ts';
import { categories, runLighthouse } from './run-lighthouse.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    product: { type: 'string' },
    'slow-network': { type: 'boolean', default: false },
    'full-speed': { type: 'boolean', default: false },
    lighthouse: { type: 'boolean', default: false },
  },
});
const conditions = {
  processorSlowdown: options['full-speed'] ? 1 : 4,
  hasSlowNetwork: options['slow-network'],
};

/** The maximum number of requests on Home, and the maximum kilobytes of compressed scripts on Home and on any other page. */
const limits = { homeRequests: 20, homeScriptKilobytes: 130, scriptKilobytes: 160 };

const toKilobytes = (bytes: number) => bytes / 1_000;
const medianOf = (runs: readonly PageMeasurement[], value: (run: PageMeasurement) => number) =>
  median(runs.map(value));

const formatRow = (path: string, runs: readonly PageMeasurement[]): string => {
  const formatKilobytes = (kind: Kind) => toKilobytes(medianOf(runs, ({ bytes }) => bytes[kind])).toFixed(0);
  const cells = [
    path,
    medianOf(runs, ({ requests }) => requests),
    ...kinds.map(formatKilobytes),
    `${(medianOf(runs, ({ largestPaintMs }) => largestPaintMs) / 1_000).toFixed(2)} s`,
    medianOf(runs, ({ layoutShift }) => layoutShift).toFixed(3),
    `${medianOf(runs, ({ blockingMs }) => blockingMs).toFixed(0)} ms`,
  ];
  return `| ${cells.join(' | ')} |`;
};

/** Returns a sentence for each limit that a page exceeds; none if it keeps its limits. */
const findExcess = (path: string, runs: readonly PageMeasurement[]): string[] => {
  const requests = medianOf(runs, (run) => run.requests);
  const script = toKilobytes(medianOf(runs, ({ bytes }) => bytes.script));
  const maxScript = path === '/' ? limits.homeScriptKilobytes : limits.scriptKilobytes;
  return [
    ...(path === '/' && requests > limits.homeRequests
      ? [`${path}: ${requests} requests, at most ${limits.homeRequests}`]
      : []),
    ...(script > maxScript ? [`${path}: ${script.toFixed(0)} KB of scripts, at most ${maxScript} KB`] : []),
  ];
};

/** How long to wait for a course. A product that has just started may still be loading the demo school. */
const courseTimeoutMs = 120_000;

/** Waits until the product has a course. @returns the paths of the measured pages. @throws Error after a timeout. */
const findPaths = async (url: string): Promise<string[]> => {
  const deadline = Date.now() + courseTimeoutMs;
  while (true) {
    const answer = await fetch(`${url}/courses?limit=1`, { signal: AbortSignal.timeout(30_000) });
    if (answer.ok) {
      const [course] = (await answer.json()) as { _id: string }[];
      if (course)
        return ['/', '/allCourses', `/courseDetails/${course._id}`, '/instructors', '/faq', '/auth/login'];
    }
    if (Date.now() > deadline)
      throw new Error(
        `The product has no course after ${courseTimeoutMs / 1_000} s (status ${answer.status}): start it with the demo school.`,
      );
    await sleep(500);
  }
};

/** Replaces the id in a path by `{id}`. */
const toPattern = (path: string) => path.replace(/[\da-f-]{36}/, '{id}');

/** Runs Lighthouse on each page and prints the scores. Sets the exit code to 1 if a score is too low. */
const scoreAll = async (url: string, paths: readonly string[], port: number) => {
  const names = Object.keys(categories) as (keyof typeof categories)[];
  console.log(`\n| page | ${names.join(' | ')} |\n|${' --- |'.repeat(names.length + 1)}`);
  for (const path of paths) {
    const { scores, faults } = await runLighthouse(url + path, port);
    console.log(`| ${[toPattern(path), ...names.map((name) => scores[name])].join(' | ')} |`);
    if (names.every((name) => scores[name] >= categories[name])) continue;
    process.exitCode = 1;
    for (const fault of faults) console.log(`MISSED ${fault}`);
  }
};

const measureAll = async (url: string) => {
  const port = options.lighthouse ? await reserveFreePort() : null;
  const launching = launchBrowser({
    extraArguments: port === null ? [] : [`--remote-debugging-port=${port}`],
    shouldCloseOnSignals: false,
  });
  const closeBrowser = closeOnSignal(() =>
    launching.then(
      (browser) => browser.close(),
      () => {},
    ),
  );
  try {
    const browser = await launching;
    const paths = await findPaths(url);
    console.log(`| page | requests | ${kinds.join(' | ')} | LCP | CLS | TBT |`);
    console.log(`|${' --- |'.repeat(kinds.length + 5)}`);
    for (const path of paths) {
      const runs: PageMeasurement[] = [];
      // The first round warms the caches of the product and is not counted.
      for (let round = 0; round <= Number(options.rounds); round += 1) {
        const run = await measurePage(browser, url + path, conditions);
        if (round > 0) runs.push(run);
      }
      console.log(formatRow(toPattern(path), runs));
      for (const excess of findExcess(path, runs)) {
        console.log(`MISSED ${excess}`);
        process.exitCode = 1;
      }
    }
    if (port !== null) await scoreAll(url, paths, port);
  } finally {
    await closeBrowser();
  }
};

console.log(
  `Processor ${conditions.processorSlowdown} × slower, ${conditions.hasSlowNetwork ? 'slow 4G' : 'network of the machine'}; kilobytes as sent, medians of ${options.rounds}.\n`,
);
if (options.product) await measureAll(options.product.replace(/\/$/, ''));
else {
  const starting = startProduct();
  const stop = closeOnSignal(() => starting.then(stopProduct, () => {}));
  try {
    const product = await starting;
    await measureAll(product.url);
  } finally {
    await stop();
  }
}
