import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { userStream } from '#events/catalogue/streams/user.ts';
import { verify } from '#events/seals/verify/verify.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import { exitCodes } from '../command-line/command.ts';
import { statusCommand } from '../command-line/status-command.ts';
import { projections } from '../models/projections.ts';
import {
  lowestCheckpoint,
  openProjectorTestLog,
  type ProjectorTestLog,
  waitForPosition,
} from '../testing/projector-test-log.ts';
import { testId } from '../testing/recorded-events.ts';
import { addCourse, registerUser, removeUser } from '../testing/test-log-events.ts';
import { openResources } from './resources.ts';

/** Runs `projector status` on the database of a test log. */
const readStatus = async ({ environment }: Pick<ProjectorTestLog, 'environment'>) => {
  const lines: string[] = [];
  const resources = openResources(parseConfiguration(environment), createSilentLogger());
  const code = await statusCommand({
    ...{ ...resources, projections, signal: new AbortController().signal },
    print: (line) => lines.push(line),
  });
  await resources.close();
  return { code, lines };
};

test('projects and seals appended events and reports the progress in the metrics', async () => {
  const log = await openProjectorTestLog();
  for (let number = 1; number <= 20; number += 1) await addCourse(log, number);
  const projector = log.start();
  await projector.ready();
  await Promise.all(Array.from({ length: 20 }, (_, index) => registerUser(log, 100 + index)));
  await waitForPosition(log, 40);
  expect(
    await log.db.selectFrom('courses').select(['name', 'position']).orderBy('position').limit(2).execute(),
  ).toEqual([
    { name: 'Course 1', position: 1 },
    { name: 'Course 2', position: 2 },
  ]);
  const users = await log.db.selectFrom('users').select('email').orderBy('id').execute();
  expect(users.map(({ email }) => email)).toEqual(
    Array.from({ length: 20 }, (_, index) => `person${100 + index}@example.org`),
  );
  await vi.waitFor(async () => {
    const sealed = await sql<{ last: string }>`select max(last_position) as last from log.seals`.execute(
      log.db,
    );
    expect(Number(sealed.rows[0]?.last)).toBe(40);
  }, longWait);
  expect((await verify({ pool: log.pool })).failure).toBeNull();
  // The metrics are updated a moment after the commit.
  await expect.poll(() => projector.metrics.registry.metrics()).toContain('lyceum_log_sealed_position 40');
  const text = await projector.metrics.registry.metrics();
  expect(text).toContain('lyceum_projection_position{model="users"} 40');
  expect(text).toContain('lyceum_projection_lag_events{model="courses"} 0');
  expect(text).toContain('lyceum_projector_leading 1');
});

test('deletes the row of a removed user, and schedules a retry if the identity cannot be deleted', async () => {
  const log = await openProjectorTestLog();
  const projector = log.start();
  await registerUser(log, 1);
  await registerUser(log, 2);
  await waitForPosition(log, 2);
  await removeUser(log, testId(1));
  await vi.waitFor(async () => {
    const rows = await log.db.selectFrom('reactions').selectAll().execute();
    expect(rows).toMatchObject([{ stream: userStream(testId(1)), position: 3, reactor: 'identity-removal' }]);
    expect(rows[0]?.attempts).toBeGreaterThan(0);
    expect(rows[0]?.last_error).toMatch(/ECONNREFUSED/);
  }, longWait);
  await waitForPosition(log, 3);
  expect(await log.db.selectFrom('users').select('id').execute()).toEqual([{ id: testId(2) }]);
  await expect
    .poll(() => projector.metrics.registry.metrics())
    .toContain('lyceum_reactions_waiting{reactor="identity-removal",state="failing"} 1');
  const { code, lines } = await readStatus(log);
  expect(code).toBe(exitCodes.negativeResult);
  expect(lines).toContain('reactions identity-removal: 0 waiting, 1 failing');
  expect(lines).toContain('reactions removal-list: 0 waiting, 0 failing');
  expect(lines.at(lines.indexOf('reactions identity-removal: 0 waiting, 1 failing') + 1)).toMatch(
    new RegExp(`failing: ${userStream(testId(1))} at position 3, \\d+ attempts, next at .*ECONNREFUSED`),
  );
});

test('the status lists 100 parked streams of a model and says how many more there are', async () => {
  const log = await openProjectorTestLog();
  await sql`insert into read.parked (model, stream, position, version, error)
    select 'courses', 'course-' || number, number, 1, 'broken' from generate_series(1, 103) as number`.execute(
    log.db,
  );
  const { code, lines } = await readStatus(log);
  expect(code).toBe(exitCodes.negativeResult);
  expect(lines.filter((line) => line.startsWith('  parked: '))).toHaveLength(100);
  expect(lines).toContain('  and 3 more');
});

test('destroys the keys of removed users again, before it is ready, if the vault was restored from a backup', async () => {
  const log = await openProjectorTestLog();
  await registerUser(log, 1);
  const backup = await sql<{ wrapped: Buffer; id: string }>`
    select wrapped, master_key_id as id from vault.keys`.execute(log.db);
  await removeUser(log, testId(1));
  await sql`set session_replication_role = 'replica'`.execute(log.db);
  await sql`update vault.keys set destroyed_at = null, wrapped = ${backup.rows[0]?.wrapped}, master_key_id = ${backup.rows[0]?.id}`.execute(
    log.db,
  );
  await log.start().ready();
  const after = await sql<{ wrapped: Buffer | null }>`select wrapped from vault.keys`.execute(log.db);
  expect(after.rows).toEqual([{ wrapped: null }]);
});

test('lets one of two projectors lead, and the other take over when the leader stops', async () => {
  const log = await openProjectorTestLog();
  const first = log.start();
  await first.ready();
  const second = log.start();
  await second.ready();
  expect(await first.metrics.registry.metrics()).toContain('lyceum_projector_leading 1');
  expect(await second.metrics.registry.metrics()).toContain('lyceum_projector_leading 0');
  await addCourse(log, 1);
  await waitForPosition(log, 1);
  await first.stop();
  await addCourse(log, 2);
  await waitForPosition(log, 2);
  expect(await second.metrics.registry.metrics()).toContain('lyceum_projector_leading 1');
});

test('is not ready while the removal list cannot be written, and creates the list once that is possible', async () => {
  const log = await openProjectorTestLog();
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-removals-'));
  afterTests(() => rmSync(folder, { recursive: true }));
  const volume = join(folder, 'volume');
  writeFileSync(volume, '');
  const file = join(volume, 'removals');
  const projector = log.start(file);
  await expect.poll(() => projector.checks.projector?.()).toMatch(/^failing: The removal list .*ENOTDIR/);
  rmSync(volume);
  mkdirSync(volume);
  await projector.ready();
  expect(readFileSync(file, 'utf8')).toBe('');
});

test('projects nothing while the schema is older than the code, and starts once the schema is migrated', async () => {
  const log = await openProjectorTestLog();
  const { rows } = await log.pool.query('select * from public.migrations order by name desc limit 1');
  await log.pool.query('delete from public.migrations where name = $1', [rows[0].name]);
  await addCourse(log, 1);
  const projector = log.start();
  await expect
    .poll(() => projector.checks.projector?.())
    .toContain(`does not have the migration ${rows[0].name}`);
  expect(await lowestCheckpoint(log)).toBe(0);
  await log.pool.query('insert into public.migrations (name, digest) values ($1, $2)', [
    rows[0].name,
    rows[0].digest,
  ]);
  await waitForPosition(log, 1);
});
