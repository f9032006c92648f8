import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from './logging.ts';

/** Returns the lines that a logger writes. */
const captureLines = (
  write: (logger: ReturnType<typeof createLogger>) => void,
): Record<string, unknown>[] => {
  const lines: Record<string, unknown>[] = [];
  const destination = new Writable({
    write: (chunk, _, done) => {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  write(createLogger({ service: 'test', destination }));
  return lines;
};

test('uses the level info if the given level is empty or unknown, so that a service can report the mistake', () => {
  for (const level of ['', 'loud']) {
    const logger = createLogger({ service: 'test', level, destination: new Writable() });
    expect(logger.level).toBe('info');
  }
  expect(createLogger({ service: 'test', level: 'warn', destination: new Writable() }).level).toBe('warn');
});

test('logs message, code and causes of an error, but not the row in a PostgreSQL error', () => {
  const broken = Object.assign(new Error('duplicate key value violates a constraint'), {
    code: '23505',
    detail: 'Key (email)=(ada@example.org) already exists.',
    where: 'COPY users, line 1: "Ada"',
  });
  const [line] = captureLines((logger) =>
    logger.error({ err: new Error('not projected', { cause: broken }) }, 'failed'),
  );
  expect(line).toMatchObject({
    msg: 'failed',
    err: { type: 'Error', message: 'not projected', cause: { code: '23505', message: broken.message } },
  });
  expect(JSON.stringify(line)).not.toMatch(/ada@example|Ada/);
});

test('leaves out e-mail addresses and tokens', () => {
  const [line] = captureLines((logger) =>
    logger.info({ email: 'ada@example.org', request: { token: 'secret' } }, 'x'),
  );
  expect(JSON.stringify(line)).not.toMatch(/ada@example|secret/);
});

/** Returns the arguments with which Node runs a program that logs. */
const argumentsOf = (program: string) => {
  const file = JSON.stringify(join(import.meta.dirname, 'logging.ts'));
  const source = `import { createLogger } from ${file}; const logger = createLogger({ service: 'test' }); ${program}`;
  return ['--input-type=module', '--eval', source];
};

/** Runs a program that logs. @returns the process, with its output. */
const runProgram = (program: string) =>
  spawn(process.execPath, argumentsOf(program), { stdio: ['pipe', 'pipe', 'inherit'] });

test('writes all lines before the process exits', async () => {
  const child = runProgram(
    "for (let line = 1; line <= 100; line += 1) logger.info({ line }, 'x'); process.exit();",
  );
  const lines = (await text(child.stdout)).trim().split('\n');
  // The last lines may overtake those that are being written at the exit.
  const numbers = lines.map((line) => (JSON.parse(line) as { line: number }).line);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
});

test('writes a line while the process keeps running', async () => {
  const child = runProgram("logger.info('ready'); process.stdin.resume();");
  const [line] = await once(child.stdout, 'data');
  expect(JSON.parse(String(line))).toMatchObject({ msg: 'ready' });
  child.stdin.end();
  await once(child, 'close');
});

/** Runs a program that logs while standard output is a file on a full disk. @returns its exit code. */
const runOnFullDisk = async (program: string) => {
  const fullDisk = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(fullDisk));
  return runUntilExit(process.execPath, argumentsOf(program), fullDisk);
};

/** Runs a program with an output. @returns its exit code. */
const runUntilExit = async (program: string, programArguments: readonly string[], output: number) => {
  const child = spawn(program, programArguments, { stdio: ['ignore', output, 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [code] = await once(child, 'close');
  return code;
};

test.runIf(process.platform === 'linux')(
  'a process whose standard output is a file on a full disk continues, and can end',
  async () => {
    const program = `for (let line = 1; line <= 100; line += 1) logger.info({ line }, 'x');
      setTimeout(() => { logger.info('later'); process.exitCode = 7; }, 600);`;
    expect(await runOnFullDisk(program)).toBe(7);
  },
);

test.runIf(process.platform === 'linux')(
  'a process can end before it has noticed that the disk of standard output is full',
  async () => {
    expect(await runOnFullDisk("logger.fatal('x'); process.exit(3)")).toBe(3);
    expect(await runOnFullDisk("logger.info('x'); process.exit(4)")).toBe(4);
  },
);

test.runIf(process.platform === 'linux')(
  'a process can end if the file of standard output has space for only a part of the lines',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lyceum-logging-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'output');
    // The shell limits files to 512 or 1,024 bytes. A write beyond the limit fails like one on a full disk.
    writeFileSync(path, 'x'.repeat(500));
    const output = openSync(path, 'a');
    onTestFinished(() => closeSync(output));
    const program = argumentsOf("logger.info('x'.repeat(2_000)); process.exit(5)");
    const limited = ['-c', 'ulimit -f 1; exec "$@"', 'sh', process.execPath, ...program];
    expect(await runUntilExit('sh', limited, output)).toBe(5);
    expect(statSync(path).size % 512).toBe(0);
  },
);
