import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

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
 * Arguments that the package sets for serverless functions and that do not fit tests: a single process, which ends with its
 * first closed context, no same-origin policy, and software rendering of WebGL.
 */
const unwantedArguments =
  /^--(headless|single-process|no-zygote|disable-web-security|ignore-gpu-blocklist|in-process-gpu|use-gl|use-angle|enable-unsafe-swiftshader)/;

/** Launches an installed Chrome or Chromium, otherwise the Chromium of the npm package (Linux x64). */
export const launchBrowser = async (): Promise<Browser> => {
  // Rendering without a GPU takes half of the time of a GPU emulated in software.
  const args = ['--disable-gpu'];
  // Chromium cannot use its sandbox as root.
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  const installed = findInstalled();
  if (installed !== null) return chromium.launch({ executablePath: installed, args });
  const { default: packaged } = await import('@sparticuz/chromium');
  return chromium.launch({
    executablePath: await packaged.executablePath(),
    args: [...packaged.args.filter((arg) => !unwantedArguments.test(arg)), ...args],
  });
};
