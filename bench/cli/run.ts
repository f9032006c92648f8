/**
 * Benchmark of the command line: how long the programs of `npm run log` and `npm run projector` take to print something, compared with an empty program
 * and, optionally, with another working copy of the repository.
 *
 *   node bench/cli/run.ts [--rounds N] [--against FOLDER] [--server postgres://…]
 *
 * Without `--server` it starts an embedded PostgreSQL. The exit code is 1 if a command exceeds its limit or an answer is wrong.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { openServer } from '../harness/benchmark-server.ts';
import { type MeasuredValue, printVerdicts } from '../harness/report.ts';
import { median } from '../harness/statistics.ts';
import { waitForEnd } from '../harness/wait-for-end.ts';
import { createLog, masterKey } from '../rebuild/projector-runs.ts';

/** A script of `package.json` with its arguments, the start of what it prints, and the time in which it must begin to print. */
type Command = { script: 'log' | 'projector'; args: string; expected: RegExp; limitMs: number };

const helpLimitMs = 300;
const startLimitMs = 500;
const eventCount = 2_000;

const commands: readonly Command[] = [
  { script: 'log', args: '--help', expected: /^Usage: log/, limitMs: helpLimitMs },
  { script: 'log', args: 'export --help', expected: /^Usage: log export/, limitMs: helpLimitMs },
  { script: 'projector', args: '--help', expected: /^projector: tools/, limitMs: helpLimitMs },
  { script: 'log', args: 'stats', expected: /^ *2,\d+ {2}events/, limitMs: startLimitMs },
  { script: 'log', args: 'tail --from 1', expected: /^ +1 {2}/, limitMs: startLimitMs },
  { script: 'log', args: 'export --to 100', expected: /^\{"ordinal":1,/, limitMs: startLimitMs },
  { script: 'log', args: 'verify', expected: /^yes: 2\d+ events/, limitMs: startLimitMs },
  { script: 'projector', args: 'status', expected: /^log: 2\d+ events/, limitMs: startLimitMs },
  // `rebuild` prints this line before it reads the first event.
  { script: 'projector', args: 'rebuild courses', expected: /^Rebuilding courses/, limitMs: startLimitMs },
];

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    against: { type: 'string' },
    server: { type: 'string' },
  },
});
const rounds = Number(options.rounds);
const root = join(import.meta.dirname, '..', '..');

/**
 * Returns the arguments that a script of `package.json` passes to Node. The benchmark starts Node itself, so that npm is not measured.
 * @throws Error if there is no such script, or if it does not run Node.
 */
const readScript = (folder: string, name: string): string[] => {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, line] = /^(?:exec )?node (.*)$/.exec(scripts[name] ?? '') ?? [];
  if (line === undefined) throw new Error(`${folder} has no script ${name} that runs Node.`);
  return line.split(' ');
};

/**
 * Starts Node and returns the time in milliseconds until its first output, or until it ends if there is none.
 * @throws Error if the program fails, or if its output is not as expected.
 */
const measureFirstOutput = async (args: readonly string[], folder: string, url: string, expected: RegExp) => {
  // Without this variable, each working copy uses a compile cache of its own.
  const { NODE_COMPILE_CACHE: _, ...environment } = inheritedEnvironment();
  const start = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...environment, DATABASE_URL: url, VAULT_MASTER_KEY: masterKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  let firstOutputMs: number | null = null;
  child.stdout.on('data', (chunk) => {
    out += chunk;
    if (firstOutputMs !== null) return;
    firstOutputMs = performance.now() - start;
    // `tail` follows the log until it is interrupted.
    if (args.includes('tail')) child.kill('SIGINT');
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const code = await waitForEnd(child);
  if (code !== 0 || !expected.test(out))
    throw new Error(`${args.join(' ')} ended with ${code}: ${out.slice(0, 200)}${err.slice(0, 500)}`);
  return firstOutputMs ?? performance.now() - start;
};

await using server = await openServer(options.server);
const database = `lyceum_bench_cli_${process.pid}`;
const url = await server.createDatabase(database);
console.log(`${server.description}\n${new Date().toISOString()}\n`);
try {
  await createLog(url, eventCount, 0);
  const folders = [root, ...(options.against === undefined ? [] : [options.against])];
  const measuredValues: MeasuredValue[] = [];
  console.log(
    '| median time to the first output, ms | here | against | × | an empty program |\n|---|---|---|---|---|',
  );
  for (const { script, args, expected, limitMs } of commands) {
    /** The times of each folder, in milliseconds. */
    const times = folders.map((): number[] => []);
    const emptyTimes: number[] = [];
    // The first round fills the compile cache and is discarded.
    for (let round = 0; round <= rounds; round += 1) {
      const figures: number[] = [];
      for (const folder of folders)
        figures.push(
          await measureFirstOutput(
            [...readScript(folder, script), ...args.split(' ')],
            folder,
            url,
            expected,
          ),
        );
      const emptyMs = await measureFirstOutput(['--eval', '0'], root, url, /^$/);
      if (round === 0) continue;
      for (const [index, figure] of figures.entries()) times[index]?.push(figure);
      emptyTimes.push(emptyMs);
    }
    const [hereMs = Number.NaN, againstMs] = times.map(median);
    const comparison =
      againstMs === undefined ? ['', ''] : [Math.round(againstMs), (againstMs / hereMs).toFixed(2)];
    console.log(
      `| ${[`${script} ${args}`, Math.round(hereMs), ...comparison, Math.round(median(emptyTimes))].join(' | ')} |`,
    );
    measuredValues.push({
      label: `${script} ${args}: the limit of ${limitMs} ms, divided by the median`,
      value: limitMs / hereMs,
      floor: 1,
    });
  }
  console.log('');
  printVerdicts(measuredValues);
} catch (error) {
  console.error('FAILED', error);
  process.exitCode = 1;
} finally {
  await server.dropDatabase(database);
}
