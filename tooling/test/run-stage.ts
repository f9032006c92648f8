import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Progress } from './progress-reporter.ts';
import type { Stage } from './stages.ts';
import { describeFailures, type Report, type Tally, tallyOf } from './tally.ts';

const root = join(import.meta.dirname, '..', '..');
const reportsFolder = join(root, '.cache', 'test-reports');
const maxOutputLength = 60_000;
const killDelayMs = 10_000;

export type StageResult = {
  /** The name of the stage. */
  name: string;
  tally: Tally;
  /** The failed tests, each in a few lines. */
  failures: string[];
  seconds: number;
  /** The end of the output of the stage. */
  output: string;
};

const running = new Set<ChildProcess>();

/** Sends a signal to the process group of a stage, so that it reaches everything that the stage has started. */
const signalGroup = (child: ChildProcess, signal: NodeJS.Signals) => {
  // A program that could not be started has no process id. The id 0 would mean our own process group.
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has already ended.
  }
};

/** Ends all running stages. */
export const endStages = (): void => {
  for (const child of running) signalGroup(child, 'SIGTERM');
};

const readReport = (file: string): Report | null => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

const formatHangMessage = (stage: Stage, files: readonly string[]): string => {
  const seconds = stage.hangTimeoutMs / 1_000;
  const where = files.length === 0 ? ['(no test file)'] : files;
  return [
    '',
    `The stage "${stage.name}" was ended because it made no progress for ${seconds} seconds. These were running:`,
    ...where.map((file) => `  ${file}`),
    '',
  ].join('\n');
};

const reporterArguments = (reportFile: string) => [
  '--reporter=default',
  `--reporter=${join(import.meta.dirname, 'progress-reporter.ts')}`,
  '--reporter=json',
  `--outputFile.json=${reportFile}`,
];

/** Ends a stage with SIGTERM, so that it can clean up, and with SIGKILL if it is still running after ten seconds. @returns a function that cancels the SIGKILL. */
const endHanging = (child: ChildProcess) => {
  signalGroup(child, 'SIGTERM');
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), killDelayMs);
  return () => clearTimeout(timer);
};

/** Runs one stage. A stage may take as long as it needs; it is ended only if it makes no progress. */
export const runStage = async (stage: Stage): Promise<StageResult> => {
  mkdirSync(reportsFolder, { recursive: true });
  const reportFile = join(reportsFolder, `${stage.name}.json`);
  rmSync(reportFile, { force: true });
  const [program, ...args] = stage.command;
  const startedAt = performance.now();
  const child = spawn(program, stage.hasTests ? [...args, ...reporterArguments(reportFile)] : args, {
    cwd: root,
    detached: true,
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`,
      FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(stage.hasTests ? (['ipc'] as const) : [])],
  });
  running.add(child);

  let output = '';
  let runningFiles: readonly string[] = [];
  let cancelKill = () => {};
  const watchdog = setTimeout(() => {
    output += formatHangMessage(stage, runningFiles);
    cancelKill = endHanging(child);
  }, stage.hangTimeoutMs);
  // A chunk may end inside a character.
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      watchdog.refresh();
      output = (output + chunk).slice(-maxOutputLength);
    });
  child.on('message', (progress) => {
    watchdog.refresh();
    runningFiles = (progress as Progress).running;
  });

  const exitCode = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(null);
    });
    child.once('close', resolve);
  });
  clearTimeout(watchdog);
  cancelKill();
  running.delete(child);
  const failed = exitCode === 0 ? 0 : 1;
  const report = stage.hasTests ? readReport(reportFile) : null;
  return {
    name: stage.name,
    tally: stage.hasTests ? tallyOf(report, exitCode) : { passed: 1 - failed, failed, skipped: 0 },
    failures: describeFailures(report, root),
    seconds: (performance.now() - startedAt) / 1000,
    output,
  };
};
