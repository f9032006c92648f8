import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from './stages.ts';
import { type Tally, tallyOf } from './tally.ts';

const root = join(import.meta.dirname, '..', '..');
const reports = join(root, '.cache', 'test-reports');

const running = new Set<ChildProcess>();

/** Signals a whole stage: each runs in a process group of its own. */
const signal = (child: ChildProcess, name: NodeJS.Signals) => {
  try {
    process.kill(-(child.pid ?? 0), name);
  } catch {
    // Gone already.
  }
};

/** Ends what runs, so that nothing stays behind when the run is broken off. */
export const endStages = (): void => {
  for (const child of running) signal(child, 'SIGTERM');
};

const readReport = (file: string) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

/** Runs one stage to its end. What it printed is kept and given back, to be shown if it failed. */
export const runStage = async (stage: Stage): Promise<{ tally: Tally; seconds: number; printed: string }> => {
  mkdirSync(reports, { recursive: true });
  const reportFile = join(reports, `${stage.name}.json`);
  rmSync(reportFile, { force: true });
  const [program, ...args] = stage.command;
  const reporting = stage.counted
    ? ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
    : [];
  const began = performance.now();
  const child = spawn(program, [...args, ...reporting], {
    cwd: root,
    detached: true,
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`,
      FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString('utf8')).slice(-60_000);
    });
  const timer = setTimeout(() => {
    printed += `\nEnded after ${stage.minutes} minutes.\n`;
    signal(child, 'SIGKILL');
  }, stage.minutes * 60_000);
  const exitCode = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      printed += error.message;
      resolve(null);
    });
    child.once('close', resolve);
  });
  clearTimeout(timer);
  running.delete(child);
  const failed = exitCode === 0 ? 0 : 1;
  return {
    tally: stage.counted
      ? tallyOf(readReport(reportFile), exitCode)
      : { passed: 1 - failed, failed, skipped: 0 },
    seconds: (performance.now() - began) / 1000,
    printed,
  };
};
