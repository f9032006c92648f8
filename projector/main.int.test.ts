import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { courseStream } from '#events/catalogue/course.ts';
import { userStream } from '#events/catalogue/user.ts';
import { appendRequest, courseAdded, userRegistered } from '#events/testing/log.ts';
import { projectedLog, standOf } from './testing/projected-log.ts';
import { testId } from './testing/recorded-events.ts';

const patient = { timeout: 60_000, interval: 50 };
/** Processes are started, each of which loads everything: on a busy machine that takes its time. */
const timeout = 180_000;
type Log = Awaited<ReturnType<typeof projectedLog>>;

const start = (log: Log, file: string, ...args: string[]): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    env: { ...process.env, ...log.environment, PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const textOf = async (stream: NodeJS.ReadableStream | null): Promise<string> => {
  let text = '';
  if (stream) for await (const chunk of stream) text += String(chunk);
  return text;
};

const runToEnd = async (log: Log, ...args: string[]) => {
  const child = start(log, 'cli.ts', ...args);
  const [output, errors] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    child.exitCode === null && once(child, 'exit'),
  ]);
  return { code: child.exitCode, output, errors };
};

const portOf = async (child: ChildProcess): Promise<number> => {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    const port = /"port":(\d+)/.exec(text)?.[1];
    if (port) return Number(port);
  }
  throw new Error(`The projector ended before it listened: ${text}`);
};

const fill = async (log: Log, from: number, count: number) => {
  for (let number = from; number < from + count; number += 50)
    await log.appender.append(
      appendRequest({
        writes: Array.from({ length: 50 }, (_, index) =>
          index % 2 === 0
            ? {
                stream: courseStream(testId(number + index)),
                expectedVersion: 0,
                events: [courseAdded(`Course ${number + index}`)],
              }
            : {
                stream: userStream(testId(number + index)),
                expectedVersion: 0,
                events: [userRegistered(`person${number + index}`)],
              },
        ),
      }),
    );
};

test('a projector that is killed with -9 in the middle of its work goes on where it was; the tables are what the log says', {
  timeout,
}, async () => {
  await using log = await projectedLog();
  await fill(log, 0, 3_000);
  for (let kill = 0; kill < 3; kill += 1) {
    const before = await standOf(log);
    const child = start(log, 'main.ts');
    const ended = once(child, 'exit');
    await vi.waitFor(async () => expect(await standOf(log)).toBeGreaterThan(before), patient);
    const filling = fill(log, 3_000 + kill * 1_000, 1_000);
    await vi.waitFor(async () => expect(await standOf(log)).toBeGreaterThan(before + 50), patient);
    child.kill('SIGKILL');
    await ended;
    await filling;
  }
  const last = start(log, 'main.ts');
  const port = await portOf(last);
  await vi.waitFor(async () => expect(await standOf(log)).toBe(6_000), patient);
  const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
  expect(ready.status).toBe(200);
  expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('lyceum_log_head 6000');
  const ended = once(last, 'exit');
  last.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  const { code, output } = await runToEnd(log, 'check');
  expect(output).toMatch(/courses: 3000 rows at position 6000, all as the log says/);
  expect(output).toMatch(/users: 3000 rows at position 6000, all as the log says/);
  expect(code).toBe(0);
});

test('the command line: check finds what was changed by hand, rebuild mends it', { timeout }, async () => {
  await using log = await projectedLog();
  await fill(log, 0, 100);
  const projector = log.start();
  await vi.waitFor(async () => expect(await standOf(log)).toBe(100), patient);
  await sql`update courses set instructor = 'Nobody' where id = ${testId(4)}`.execute(log.db);
  const found = await runToEnd(log, 'check', 'courses');
  expect(found.output).toContain(`courses ${testId(4)}: different (instructor)`);
  expect(found.output).not.toContain('Nobody');
  expect(found.code).toBe(1);
  const rebuilt = await runToEnd(log, 'rebuild', '--all');
  expect(rebuilt.output).toMatch(/courses: rebuilt up to position 100/);
  expect(rebuilt.code).toBe(0);
  expect((await runToEnd(log, 'check')).code).toBe(0);
  const status = await runToEnd(log, 'status');
  expect(status.output).toContain('users: at 100, 0 behind');
  expect(await runToEnd(log, 'rebuild', 'everything')).toMatchObject({
    code: 2,
    errors: expect.stringContaining('There is no read model "everything".'),
  });
  await projector.stop();
});
