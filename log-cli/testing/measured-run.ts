import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const peakModule = join(import.meta.dirname, '..', '..', 'platform', 'testing', 'tell-peak.ts');

/** What a command of the log took, in a process of its own. */
export type Measured = { code: number; out: string; err: string; peakBytes: number; seconds: number };

/**
 * With room for 256 MB of objects: whoever keeps more of them alive ends without a word of ours.
 * @param peakFile where the process may write how much memory it took.
 */
export const measuredRun = async (
  url: string,
  args: readonly string[],
  peakFile: string,
): Promise<Measured> => {
  const began = performance.now();
  const limits = ['--max-old-space-size=256', '--import', peakModule];
  const child = spawn(process.execPath, [...limits, 'log-cli/main.ts', ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, PEAK_FILE: peakFile },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (piece) => {
    said.out += piece;
  });
  child.stderr.on('data', (piece) => {
    said.err += piece;
  });
  const [code] = await once(child, 'close');
  return {
    code,
    ...said,
    peakBytes: Number(readFileSync(peakFile, 'utf8')),
    seconds: (performance.now() - began) / 1_000,
  };
};
