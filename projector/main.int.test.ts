import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { courseStream } from '#events/catalogue/streams/course.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import { appendRequest, courseAdded, userRegistered } from '#events/testing/test-log.ts';
import {
  lowestCheckpoint,
  openProjectorTestLog,
  type ProjectorTestLog,
  waitForPosition,
} from './testing/projector-test-log.ts';
import { testId } from './testing/recorded-events.ts';

const start = (log: ProjectorTestLog, file: string, ...args: string[]): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    env: { ...process.env, ...log.environment, PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const readText = async (stream: NodeJS.ReadableStream | null): Promise<string> => {
  let text = '';
  if (stream) for await (const chunk of stream) text += String(chunk);
  return text;
};

const runCli = async (log: ProjectorTestLog, ...args: string[]) => {
  const child = start(log, 'cli.ts', ...args);
  const [output, errors] = await Promise.all([
    readText(child.stdout),
    readText(child.stderr),
    child.exitCode === null && once(child, 'exit'),
  ]);
  return { code: child.exitCode, output, errors };
};

const waitForPort = async (child: ChildProcess): Promise<number> => {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    const port = /"port":(\d+)/.exec(text)?.[1];
    if (port) return Number(port);
  }
  throw new Error(`The projector ended before it listened on a port: ${text}`);
};

/** Each append writes this many streams with one event each. */
const streamsPerAppend = 50;

const appendEvents = async (log: ProjectorTestLog, first: number, count: number) => {
  for (let number = first; number < first + count; number += streamsPerAppend)
    await log.appender.append(
      appendRequest({
        writes: Array.from({ length: streamsPerAppend }, (_, index) =>
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

test('applies each event exactly once even if the process is killed with SIGKILL', async () => {
  const log = await openProjectorTestLog();
  // Each kill hits a projector that still has events to apply: old ones, or new ones that are appended at the same time.
  await appendEvents(log, 0, 1_000);
  for (let kill = 0; kill < 2; kill += 1) {
    const before = await lowestCheckpoint(log);
    const child = start(log, 'main.ts');
    const ended = once(child, 'exit');
    await expect.poll(() => lowestCheckpoint(log)).toBeGreaterThan(before);
    const appending = appendEvents(log, 1_000 + kill * 1_000, 1_000);
    await expect.poll(() => lowestCheckpoint(log)).toBeGreaterThan(before + 50);
    child.kill('SIGKILL');
    await ended;
    await appending;
  }
  const projector = start(log, 'main.ts');
  const port = await waitForPort(projector);
  await waitForPosition(log, 3_000);
  const request = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  await expect.poll(async () => (await request('/readyz')).status).toBe(200);
  expect(await (await request('/metrics')).text()).toContain('lyceum_log_head 3000');
  const ended = once(projector, 'exit');
  projector.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  const { code, output } = await runCli(log, 'check');
  expect(output).toMatch(/courses: 1500 rows at position 3000, all match the log/);
  expect(output).toMatch(/users: 1500 rows at position 3000, all match the log/);
  expect(code).toBe(0);
});

test('finds a manual change to a row with the command check, and repairs it with the command rebuild', async () => {
  const log = await openProjectorTestLog();
  await appendEvents(log, 0, 100);
  const projector = log.start();
  await waitForPosition(log, 100);
  await sql`update courses set instructor = 'Nobody' where id = ${testId(4)}`.execute(log.db);
  const found = await runCli(log, 'check', 'courses');
  expect(found.output).toContain(`courses ${testId(4)}: different (instructor)`);
  expect(found.output).not.toContain('Nobody');
  expect(found.code).toBe(1);
  const rebuilt = await runCli(log, 'rebuild', '--all');
  expect(rebuilt.output).toMatch(/courses: rebuilt up to position 100/);
  expect(rebuilt.code).toBe(0);
  expect((await runCli(log, 'check')).code).toBe(0);
  const status = await runCli(log, 'status');
  expect(status.output).toContain('users: position 100, 0 events behind');
  expect(await runCli(log, 'rebuild', 'everything')).toMatchObject({
    code: 2,
    errors: expect.stringContaining('There is no read model "everything".'),
  });
  await projector.stop();
  // The command reads the head of the log first, so a model can be ahead of it.
  await sql`update read.checkpoints set position = 101 where model = 'users'`.execute(log.db);
  expect((await runCli(log, 'status')).output).toContain('users: position 101, 0 events behind');
});
