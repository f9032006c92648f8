/**
 * Rebuilds all read models while people send commands, read lists and receive live updates. Checks that answers and live updates stay
 * complete and in order.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { LiveMessage } from '#contract/live-messages.ts';
import { courseStream } from '#events/catalogue/streams/course.ts';
import { appendRequest, courseAdded, openTestLog, type TestLog } from '#events/testing/test-log.ts';
import { connectLiveClient, type LiveClient } from '#testing/live-client.ts';
import { type ReadReport, readContinuously } from './read-continuously.ts';
import {
  type Acknowledged,
  type Actor,
  permanentCourses,
  register,
  runSchoolActivity,
} from './school-activity.ts';
import { type Product, startProduct } from './start-product.ts';

/** Returns how often the client was told to refetch, not counting the welcome to its first connection. */
const countRefetches = ({ welcomes }: LiveClient) =>
  welcomes.slice(1).filter(({ refetch }) => refetch).length;
const countMessages = ({ messages }: LiveClient, kind: LiveMessage['kind'], id: string) =>
  messages.filter((one) => one.kind === kind && one.data !== null && '_id' in one.data && one.data._id === id)
    .length;

/** Starts the program of `npm run projector` in a child process. */
const startProjectorTool = (product: Product, ...args: string[]): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, '../../../projector/cli.ts'), ...args], {
    env: { ...process.env, ...product.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const runToEnd = async (product: Product, ...args: string[]) => {
  const child = startProjectorTool(product, ...args);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  const [code] = await once(child, 'close');
  return { code, output };
};

/** Appends 20,000 events, so that a rebuild takes long enough to be killed: half a second on a fast machine. */
const appendManyEvents = async ({ appender }: TestLog) => {
  for (let number = 0; number < 40; number += 1) {
    const edits = Array.from(
      { length: 499 },
      (_, price) => ({ type: 'CourseEdited', data: { changes: { price } } }) as const,
    );
    const events = [courseAdded(`Old ${number}`), ...edits];
    await appender.append(
      appendRequest({ writes: [{ stream: courseStream(randomUUID()), expectedVersion: 0, events }] }),
    );
  }
};

const hasShadowTables = async ({ pool }: TestLog): Promise<boolean> => {
  const { rows } = await pool.query(
    "select 1 from pg_tables where schemaname = 'read_next' and tablename = 'courses'",
  );
  return rows.length > 0;
};

/** Starts a full rebuild and kills it with SIGKILL. Repeats this until a rebuild was killed before it finished. */
const killRunningRebuild = async (product: Product, log: TestLog): Promise<void> => {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const child = startProjectorTool(product, 'rebuild', '--all');
    const ended = once(child, 'close');
    while (child.exitCode === null && !(await hasShadowTables(log))) await sleep(2);
    child.kill('SIGKILL');
    await ended;
    // The next rebuild removes the shadow tables of this one after PostgreSQL has noticed the lost connection.
    await expect
      .poll(async () => {
        const { rows } = await log.pool.query(
          "select 1 from pg_stat_activity where application_name = 'lyceum projector read_next' and datname = current_database()",
        );
        return rows.length;
      })
      .toBe(0);
    if (await hasShadowTables(log)) return;
  }
  throw new Error('Every rebuild finished before it could be killed.');
};

/** Waits until more commands have been acknowledged, so that there are changes between rebuilds. */
const waitForMoreCommands = async (acknowledged: Acknowledged) => {
  const from = acknowledged.commandCount;
  await expect.poll(() => acknowledged.commandCount).toBeGreaterThan(from + 25);
};

/** Waits until the read-api has caught up with the events appended so far. Until then it tells clients to refetch. */
const waitForCatchUp = async (product: Product, log: TestLog) => {
  const head = await log.reader.head();
  await expect
    .poll(async () => {
      using client = await connectLiveClient(product.address);
      return client.welcomes[0]?.position ?? 0;
    })
    .toBeGreaterThanOrEqual(head);
};

test('answers and live updates stay complete and in order under load while all models are rebuilt, even if a rebuild is killed', async () => {
  await using product = await startProduct();
  const log = await openTestLog(product.databaseUrl);
  await appendManyEvents(log);
  const admin = await register(product, 'admin', 'Admin');
  const students: Actor[] = [];
  for (const uid of ['ada', 'grace']) students.push(await register(product, uid, 'Student'));
  const people = { admin, students };
  await waitForCatchUp(product, log);
  using adminClient = await connectLiveClient(product.address, { token: admin.token });
  using studentClient = await connectLiveClient(product.address, { token: students[0]?.token ?? '' });
  using visitorClient = await connectLiveClient(product.address);
  const clients = [adminClient, studentClient, visitorClient];

  const acknowledged: Acknowledged = { ids: new Map(), position: 0, commandCount: 0 };
  let isStopped = false;
  const activity = runSchoolActivity(product, people, acknowledged, () => isStopped);
  const report: ReadReport = { problems: [], reads: 0, freshReads: 0 };
  const reading = readContinuously(product, people, acknowledged, () => isStopped, report);
  // The first failure stops everything.
  const load = Promise.all([activity, reading]).finally(() => {
    isStopped = true;
  });
  load.catch(() => {});
  try {
    await waitForMoreCommands(acknowledged);
    for (let rebuilds = 1; rebuilds <= 3; rebuilds += 1) {
      if (rebuilds === 2) await killRunningRebuild(product, log);
      const before = acknowledged.position;
      const freshReadsBefore = report.freshReads;
      const { code, output } = await runToEnd(product, 'rebuild', '--all');
      expect(output).not.toContain('page by page');
      expect({ code, output }).toMatchObject({
        code: 0,
        output: expect.stringContaining('reviews: rebuilt'),
      });
      // Stale answers may lack new records, so there must be answers that are not stale.
      await expect.poll(() => report.freshReads).toBeGreaterThan(freshReadsBefore);
      const reached = Number(/courses: rebuilt up to position (\d+)/.exec(output)?.[1]);
      expect(reached).toBeGreaterThanOrEqual(before);
      // All tables are swapped at once, so clients are told to refetch once.
      for (const client of clients) await expect.poll(() => countRefetches(client)).toBe(rebuilds);
      await waitForMoreCommands(acknowledged);
    }
    // The rebuilds may end before there were enough reads and commands.
    await expect.poll(() => report.reads).toBeGreaterThan(200);
    await expect.poll(() => report.freshReads).toBeGreaterThan(50);
    await expect.poll(() => acknowledged.ids.get(permanentCourses)?.size).toBeGreaterThan(10);
  } finally {
    isStopped = true;
  }
  await load;
  expect(report.problems).toEqual([]);

  const courses = [...(acknowledged.ids.get(permanentCourses) ?? [])];
  for (const client of clients) {
    const { messages, socket } = client;
    for (const id of courses) await expect.poll(() => countMessages(client, 'course-added', id)).toBe(1);
    expect(socket.connected).toBe(true);
    const positions = messages.map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].sort((one, other) => one - other));
  }
  const notes = [...(acknowledged.ids.get('/notes/ada@school.example') ?? [])];
  expect(notes.length).toBeGreaterThan(0);
  for (const id of notes)
    await expect.poll(() => countMessages(studentClient, 'note-added', id)).toBeGreaterThanOrEqual(1);

  const checked = await runToEnd(product, 'check');
  expect(checked).toMatchObject({ code: 0, output: expect.stringContaining('all match the log') });
});
