import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const onPath = (name: string): string | null => {
  const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : null;
};

/** `CHROME_PATH`, else a Chrome or Chromium that is installed on this machine. */
const installed = (): string | null => {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  for (const name of names) {
    const path = onPath(name);
    if (path !== null) return path;
  }
  return places.find(existsSync) ?? null;
};

/**
 * What the package sets for a tiny machine: one process, which ends with its first closed context, no same-origin rule, and
 * a graphics card in software.
 */
const unwanted =
  /^--(headless|single-process|no-zygote|disable-web-security|ignore-gpu-blocklist|in-process-gpu|use-gl|use-angle|enable-unsafe-swiftshader)/;

/** A real browser: an installed one first, else the Chromium that comes as a package (Linux x64). */
export const launchBrowser = async (): Promise<Browser> => {
  // Drawing without a graphics card takes half of the time that playing one in software does.
  const ours = ['--disable-gpu'];
  // A browser run by root refuses its sandbox.
  if (process.getuid?.() === 0) ours.push('--no-sandbox');
  const own = installed();
  if (own !== null) return chromium.launch({ executablePath: own, args: ours });
  const { default: packaged } = await import('@sparticuz/chromium');
  return chromium.launch({
    executablePath: await packaged.executablePath(),
    args: [...packaged.args.filter((arg) => !unwanted.test(arg)), ...ours],
  });
};
