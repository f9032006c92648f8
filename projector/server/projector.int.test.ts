import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { courseStream } from '#events/catalogue/course.ts';
import { userStream } from '#events/catalogue/user.ts';
import { verify } from '#events/seals/verify.ts';
import { appendRequest, courseAdded, userRegistered } from '#events/testing/log.ts';
import { projectedLog, standOf } from '../testing/projected-log.ts';
import { testId } from '../testing/recorded-events.ts';

const patient = { timeout: 90_000, interval: 25 };
type Log = Awaited<ReturnType<typeof projectedLog>>;

const addCourse = (log: Log, number: number) =>
  log.appender.append(
    appendRequest({
      writes: [
        {
          stream: courseStream(testId(number)),
          expectedVersion: 0,
          events: [courseAdded(`Course ${number}`)],
        },
      ],
    }),
  );
const register = (log: Log, number: number) =>
  log.appender.append(
    appendRequest({
      writes: [
        {
          stream: userStream(testId(number)),
          expectedVersion: 0,
          events: [userRegistered(`person${number}`)],
        },
      ],
    }),
  );

test('what is appended is projected, sealed, and shown by the metrics', async () => {
  await using log = await projectedLog();
  for (let number = 1; number <= 20; number += 1) await addCourse(log, number);
  const projector = log.start();
  await projector.ready();
  await Promise.all(Array.from({ length: 20 }, (_, index) => register(log, 100 + index)));
  await vi.waitFor(async () => expect(await standOf(log)).toBe(40), patient);
  expect(
    await log.db.selectFrom('courses').select(['name', 'position']).orderBy('position').limit(2).execute(),
  ).toEqual([
    { name: 'Course 1', position: 1 },
    { name: 'Course 2', position: 2 },
  ]);
  const people = await log.db.selectFrom('users').select('email').orderBy('id').execute();
  expect(people.map(({ email }) => email)).toEqual(
    Array.from({ length: 20 }, (_, index) => `person${100 + index}@example.org`),
  );
  await vi.waitFor(async () => {
    const sealed = await sql<{ last: string }>`select max(last_position) as last from log.seals`.execute(
      log.db,
    );
    expect(Number(sealed.rows[0]?.last)).toBe(40);
  }, patient);
  expect((await verify({ pool: log.pool })).misfit).toBeNull();
  // What a projector has done is counted a moment after everybody can see it.
  await expect.poll(() => projector.metrics.registry.metrics()).toContain('lyceum_log_sealed_position 40');
  const text = await projector.metrics.registry.metrics();
  expect(text).toContain('lyceum_projection_position{model="users"} 40');
  expect(text).toContain('lyceum_projection_lag_events{model="courses"} 0');
  expect(text).toContain('lyceum_projector_leading 1');
});

test('a removal: the row goes, the key is destroyed, and the identity is asked for until the provider answers', async () => {
  await using log = await projectedLog();
  const projector = log.start();
  await register(log, 1);
  await register(log, 2);
  await vi.waitFor(async () => expect(await standOf(log)).toBe(2), patient);
  await log.appender.append(
    appendRequest({
      writes: [
        { stream: userStream(testId(1)), expectedVersion: 1, events: [{ type: 'UserRemoved', data: {} }] },
      ],
      destroyKeysOf: [testId(1)],
    }),
  );
  await vi.waitFor(async () => {
    const rows = await log.db.selectFrom('reactions').selectAll().execute();
    expect(rows).toMatchObject([{ stream: userStream(testId(1)), position: 3, reactor: 'identity-removal' }]);
    expect(rows[0]?.attempts).toBeGreaterThan(0);
    expect(rows[0]?.last_error).toMatch(/ECONNREFUSED/);
  }, patient);
  await vi.waitFor(async () => expect(await standOf(log)).toBe(3), patient);
  expect(await log.db.selectFrom('users').select('id').execute()).toEqual([{ id: testId(2) }]);
  await expect
    .poll(() => projector.metrics.registry.metrics())
    .toContain('lyceum_reactions_waiting{reactor="identity-removal",state="failing"} 1');
});

test('a vault that was put back from a backup forgets the removed before anything is projected', async () => {
  await using log = await projectedLog();
  await register(log, 1);
  const kept = await sql<{ wrapped: Buffer; id: string }>`
    select wrapped, master_key_id as id from vault.keys`.execute(log.db);
  await log.appender.append(
    appendRequest({
      writes: [
        { stream: userStream(testId(1)), expectedVersion: 1, events: [{ type: 'UserRemoved', data: {} }] },
      ],
      destroyKeysOf: [testId(1)],
    }),
  );
  await sql`set session_replication_role = 'replica'`.execute(log.db);
  await sql`update vault.keys set destroyed_at = null, wrapped = ${kept.rows[0]?.wrapped}, master_key_id = ${kept.rows[0]?.id}`.execute(
    log.db,
  );
  await log.start().ready();
  const after = await sql<{ wrapped: Buffer | null }>`select wrapped from vault.keys`.execute(log.db);
  expect(after.rows).toEqual([{ wrapped: null }]);
});

test('of two projectors one leads; the other takes over when it stops', async () => {
  await using log = await projectedLog();
  const first = log.start();
  await first.ready();
  const second = log.start();
  await second.ready();
  expect(await first.metrics.registry.metrics()).toContain('lyceum_projector_leading 1');
  expect(await second.metrics.registry.metrics()).toContain('lyceum_projector_leading 0');
  await addCourse(log, 1);
  await vi.waitFor(async () => expect(await standOf(log)).toBe(1), patient);
  await first.stop();
  await addCourse(log, 2);
  await vi.waitFor(async () => expect(await standOf(log)).toBe(2), patient);
  expect(await second.metrics.registry.metrics()).toContain('lyceum_projector_leading 1');
});
