import { randomUUID } from 'node:crypto';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { appendRequest, courseAdded, openTestLog, type TestLog } from '../../testing/test-log.ts';
import { LogUnavailableError } from '../log.ts';
import { openAppender } from './appender.ts';
import { connectAppender } from './connection.ts';

let database: TestDatabase;
let log: TestLog;
beforeAll(async () => {
  database = await createTestDatabase();
  log = openTestLog(database.url);
});
afterAll(async () => {
  await log[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const add = (stream = `course-${randomUUID()}`, name = 'Failing') =>
  appendRequest({ writes: [{ stream, expectedVersion: 0, events: [courseAdded(name)] }] });

/** A line to the database that the test can cut, or on which it can hold back what the database answers. */
class Line implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  holdsBackAnswers = false;
  isCut = false;

  constructor(target: URL) {
    this.#server = createServer((socket) => {
      if (this.isCut) {
        socket.destroy();
        return;
      }
      const upstream = dial(Number(target.port), target.hostname);
      for (const end of [socket, upstream]) {
        this.#sockets.add(end);
        end
          .on('error', () => undefined)
          .on('close', () => {
            socket.destroy();
            upstream.destroy();
          });
      }
      socket.pipe(upstream);
      upstream.on('data', (data) => {
        if (!this.holdsBackAnswers) socket.write(data);
      });
    });
  }

  async open(target: URL): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    const url = new URL(target);
    url.hostname = '127.0.0.1';
    url.port = `${typeof address === 'object' ? address?.port : ''}`;
    return url.href;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

test('one append that the database refuses spoils nothing for its neighbours', async () => {
  // A constraint that only this test has stands for whatever nobody foresaw.
  await log.pool.query(
    `alter table log.events add constraint spoilt check (data ->> 'name' is distinct from 'spoilt') not valid`,
  );
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) => log.appender.append(add(undefined, i === 7 ? 'spoilt' : `${i}`))),
  );
  expect(results.map(({ status }) => status)).toEqual(
    Array.from({ length: 20 }, (_, i) => (i === 7 ? 'rejected' : 'fulfilled')),
  );
  expect(results[7]).toMatchObject({ reason: { code: '23514' } });
  await log.pool.query('alter table log.events drop constraint spoilt');
  expect((await log.appender.append(add())).outcome).toBe('appended');
});

test('an append whose answer was lost is found as done: by its key, or by its own events', async () => {
  const target = new URL(database.url);
  await using line = new Line(target);
  const appender = openAppender({
    connectionString: await line.open(target),
    vault: log.vault,
    connections: 1,
  });
  await appender.append(add());
  const before = await log.reader.head();
  const command = { key: randomUUID(), bodyHash: '', answer: { status: 200, body: 'done' } };
  line.holdsBackAnswers = true;
  const lost = Promise.all([appender.append(add()), appender.append({ ...add(), command })]);
  while ((await log.reader.head()) < before + 2) await new Promise((resolve) => setTimeout(resolve, 5));
  line.cut();
  line.isCut = false;
  line.holdsBackAnswers = false;
  expect(await lost).toEqual([
    { outcome: 'appended', position: before + 1 },
    { outcome: 'repeated', position: before + 2, answer: command.answer },
  ]);
  expect(await log.reader.head()).toBe(before + 2);
  await appender.close();
});

test('without a database everybody is told in time, those in the queue too, and it goes on when it is back', async () => {
  const target = new URL(database.url);
  await using line = new Line(target);
  const appender = openAppender({ connectionString: await line.open(target), vault: log.vault });
  await appender.append(add());
  line.cut();
  const hot = `course-${randomUUID()}`;
  const results = await Promise.allSettled(
    Array.from({ length: 500 }, (_, i) => appender.append(add(i % 2 === 0 ? hot : undefined))),
  );
  for (const result of results)
    expect(result.status === 'rejected' && result.reason).toBeInstanceOf(LogUnavailableError);
  line.isCut = false;
  expect((await appender.append(add())).outcome).toBe('appended');
  await appender.close();
  await expect(appender.append(add())).rejects.toBeInstanceOf(LogUnavailableError);
});

test('an append that waits for the lock too long is refused, and nothing of it is written later', async () => {
  const holder = new Client({ connectionString: database.url });
  await holder.connect();
  const before = await log.reader.head();
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock(4115200)');
  await expect(log.appender.append(add())).rejects.toBeInstanceOf(LogUnavailableError);
  await holder.query('commit');
  await holder.end();
  expect((await log.appender.append(add())).outcome).toBe('appended');
  expect(await log.reader.head()).toBe(before + 1);
});

test('while somebody else keeps the lock, those in the queue behind are told in time too', async () => {
  const holder = new Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock(4115200)');
  // Twenty batches, two at a time, that would each wait for the lock until their statement is ended: 20 s.
  const limit = new Promise((resolve) => setTimeout(resolve, 10_000, 'some still wait'));
  const all = Promise.allSettled(Array.from({ length: 20 * 128 }, () => log.appender.append(add())));
  const results = await Promise.race([all, limit]);
  await holder.query('commit');
  await holder.end();
  await all;
  expect(results).toHaveLength(20 * 128);
  expect((await log.appender.append(add())).outcome).toBe('appended');
}, 60_000);

test('the appender never plans to read a whole table or to sort it, though nothing was ever analysed', async () => {
  const client = await connectAppender({ connectionString: database.url });
  const notices: string[] = [];
  client.on('notice', ({ message }) => notices.push(message ?? ''));
  await client.query("load 'auto_explain'");
  await client.query(
    "set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set auto_explain.log_level = 'notice'",
  );
  const arrays = Array.from({ length: 18 }, (_, index) => `$${index + 1}`).join(', ');
  const id = randomUUID();
  await client.query(`select * from log.append_batch(${arrays})`, [
    [id],
    ['{}'],
    [1],
    [id],
    ['h'],
    [200],
    ['{}'],
    [1],
    ['course-plan'],
    [0],
    [1],
    ['course-plan'],
    [1],
    ['CourseRemoved'],
    [1],
    ['{}'],
    [],
    [],
  ]);
  await client.query(
    `select log.append_one(gen_random_uuid(), '{}', 'course-plan', 1, 'CourseRestored', 1, '{}', $1, $2, $3, 'h', 200, '{}')`,
    [['course-other'], [0], randomUUID()],
  );
  await client.end();
  const plans = notices.join('\n');
  expect(plans).toContain('events_stream_version_key');
  expect(plans).toContain('commands_pkey');
  expect(plans).not.toMatch(/Seq Scan on (events|commands)|Merge Join|Hash Join/);
});
