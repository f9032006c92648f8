import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';

const peakModule = join(import.meta.dirname, '..', '..', 'platform', 'testing', 'report-peak-memory.ts');

/** The result and the cost of a command. */
export type MeasuredRun = { code: number; out: string; err: string; peakBytes: number; seconds: number };

/**
 * Runs a command in a process of its own with a heap of at most 256 MB. A command that needs a larger heap crashes.
 * @param peakFile the process writes its peak memory there.
 */
export const runMeasured = async (
  url: string,
  args: readonly string[],
  peakFile: string,
): Promise<MeasuredRun> => {
  const startedAtMs = performance.now();
  const limits = ['--max-old-space-size=256', '--import', peakModule];
  const child = spawn(process.execPath, [...limits, 'log-cli/main.ts', ...args], {
    env: { ...inheritedEnvironment(), DATABASE_URL: url, PEAK_FILE: peakFile },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  const [code] = await once(child, 'close');
  return {
    code,
    ...output,
    peakBytes: Number(readFileSync(peakFile, 'utf8')),
    seconds: (performance.now() - startedAtMs) / 1_000,
  };
};
