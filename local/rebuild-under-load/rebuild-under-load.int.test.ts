/** Read models are rebuilt while people act, read and listen; nobody notices. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { courseStream } from '#events/catalogue/course.ts';
import { appendRequest, courseAdded, openTestLog, type TestLog } from '#events/testing/log.ts';
import { type Acknowledged, type Actor, actAllDay, neverRemoved, register } from './acts.ts';
import { listen } from './live-client.ts';
import { type Product, startProduct } from './product.ts';
import { type Read, readAllDay } from './readers.ts';

const patient = { timeout: 90_000, interval: 50 };

/** `npm run projector -- …` as a process of its own. */
const projectorTool = (product: Product, ...args: string[]): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, '../../projector/cli.ts'), ...args], {
    env: { ...process.env, ...product.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const runToEnd = async (product: Product, ...args: string[]) => {
  const child = projectorTool(product, ...args);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  const [code] = await once(child, 'close');
  return { code, output };
};

/** A past that takes a rebuild a moment to walk through: many edits of few courses. */
const appendPast = async ({ appender }: TestLog) => {
  for (let number = 0; number < 60; number += 1) {
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

const tablesBeside = async ({ pool }: TestLog): Promise<number> => {
  const { rows } = await pool.query(
    "select 1 from pg_tables where schemaname = 'read_next' and tablename = 'courses'",
  );
  return rows.length;
};

/** Kills a rebuild of everything with -9 once it has begun to build; again until one dies before it was done. */
const killOneInTheMiddle = async (product: Product, log: TestLog): Promise<void> => {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const child = projectorTool(product, 'rebuild', '--all');
    const ended = once(child, 'close');
    while (child.exitCode === null && (await tablesBeside(log)) === 0) await sleep(2);
    child.kill('SIGKILL');
    await ended;
    // What it left behind goes with the next rebuild, once the database has noticed that nobody is there any more.
    await expect
      .poll(async () => {
        const { rows } = await log.pool.query(
          "select 1 from pg_stat_activity where application_name = 'lyceum projector read_next' and datname = current_database()",
        );
        return rows.length;
      }, patient)
      .toBe(0);
    if ((await tablesBeside(log)) > 0) return;
  }
  throw new Error('Every rebuild was done before it could be killed.');
};

/** Until more was acknowledged than now: so that there is always something between one rebuild and the next. */
const untilMoreIsDone = async (acknowledged: Acknowledged, more = 25) => {
  const from = acknowledged.acts;
  await expect.poll(() => acknowledged.acts, patient).toBeGreaterThan(from + more);
};

/** Until a node that was far behind has gone past what was there before: it sends whoever listens meanwhile to fetch again. */
const untilPastIsTold = async (product: Product, log: TestLog) => {
  const head = await log.reader.head();
  await expect
    .poll(async () => {
      using client = await listen(product, null);
      return client.cameAt;
    }, patient)
    .toBeGreaterThanOrEqual(head);
};

test('all models are rebuilt, again and again, and one rebuild is killed, while people act, read and listen', {
  timeout: 400_000,
}, async () => {
  await using product = await startProduct();
  await using log = openTestLog(product.databaseUrl);
  await appendPast(log);
  const admin = await register(product, 'admin', 'Admin');
  const students: Actor[] = [];
  for (const uid of ['ada', 'grace']) students.push(await register(product, uid, 'Student'));
  const people = { admin, students };
  await untilPastIsTold(product, log);
  using adminHears = await listen(product, admin.token);
  using studentHears = await listen(product, students[0]?.token ?? null);
  using visitorHears = await listen(product, null);
  const listeners = [adminHears, studentHears, visitorHears];

  const acknowledged: Acknowledged = { ids: new Map(), position: 0, acts: 0 };
  let isOver = false;
  const acting = actAllDay(product, people, acknowledged, () => isOver);
  const read: Read = { complaints: [], reads: 0, fresh: 0 };
  const reading = readAllDay(product, people, acknowledged, () => isOver, read);
  // Whoever fails first ends the day for all.
  const day = Promise.all([acting, reading]).finally(() => {
    isOver = true;
  });
  day.catch(() => {});
  try {
    await untilMoreIsDone(acknowledged);
    for (let rebuilds = 1; rebuilds <= 4; rebuilds += 1) {
      if (rebuilds === 3) await killOneInTheMiddle(product, log);
      const before = acknowledged.position;
      const freshBefore = read.fresh;
      const { code, output } = await runToEnd(product, 'rebuild', '--all');
      expect(output).not.toContain('page by page');
      expect({ code, output }).toMatchObject({
        code: 0,
        output: expect.stringContaining('reviews: rebuilt'),
      });
      // What is stale may lack what is new: only of the others it can be said that nothing is missing.
      expect(read.fresh).toBeGreaterThan(freshBefore);
      const reached = Number(/courses: rebuilt up to position (\d+)/.exec(output)?.[1]);
      expect(reached).toBeGreaterThanOrEqual(before);
      // All changed places at one moment: whoever listens is sent to fetch again once.
      for (const { refetches } of listeners) await expect.poll(refetches, patient).toBe(rebuilds);
      await untilMoreIsDone(acknowledged);
    }
  } finally {
    isOver = true;
  }
  await day;
  expect(read.complaints).toEqual([]);
  expect(read.reads).toBeGreaterThan(500);
  expect(read.fresh).toBeGreaterThan(50);

  const courses = [...(acknowledged.ids.get(neverRemoved) ?? [])];
  expect(courses.length).toBeGreaterThan(10);
  for (const { messages, isConnected, timesTold } of listeners) {
    for (const id of courses) await expect.poll(() => timesTold('course-added', id), patient).toBe(1);
    expect(isConnected()).toBe(true);
    const positions = messages.map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].sort((one, other) => one - other));
  }
  for (const id of acknowledged.ids.get('/notes/ada@school.example') ?? [])
    expect(studentHears.timesTold('note-added', id)).toBeGreaterThanOrEqual(1);

  const checked = await runToEnd(product, 'check');
  expect(checked).toMatchObject({ code: 0, output: expect.not.stringContaining('differences') });
});
