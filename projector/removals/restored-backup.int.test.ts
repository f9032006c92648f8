import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import { expect, inject, test } from 'vitest';
import { adminsStream } from '#events/catalogue/streams/admins.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import { openAppender } from '#events/log/append/appender.ts';
import { openReader } from '#events/log/read/reader.ts';
import { appendRequest, testMasterKey, userRegistered } from '#events/testing/test-log.ts';
import { openVault } from '#events/vault/vault.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { openIdentityVerifier } from '#platform/identity/identity-verifier.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { afterTests, closeAfterTests } from '#platform/testing/close-after-tests.ts';
import { startIdentityProvider, testProjectId } from '#platform/testing/identity-provider.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { createProjector } from '../server/projector.ts';
import { testId } from '../testing/recorded-events.ts';

/** Opens a log whose connections are closed at the end of each session, so that its database can be copied and replaced. */
const openDrill = async () => {
  const { url } = await createTestDatabase();
  const provider = closeAfterTests(await startIdentityProvider());
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-removals-'));
  afterTests(() => rmSync(folder, { recursive: true }));
  const removalsFile = join(folder, 'removals');
  const name = new URL(url).pathname.slice(1);
  const backup = `${name}_backup`;
  const runOnServer = async (...statements: string[]) => {
    const client = new Client({ connectionString: inject('serverUrl') });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  afterTests(() => runOnServer(`drop database if exists ${backup} with (force)`));

  /** Runs work with a projector that is ready, then closes everything. */
  const withSession = async (
    work: (session: Awaited<ReturnType<typeof openSession>>) => Promise<void>,
  ): Promise<void> => {
    const session = await openSession();
    try {
      await work(session);
    } finally {
      await session.close();
    }
  };
  const openSession = async () => {
    const pool = new Pool({ connectionString: url, max: 4 });
    // A restore ends the connections.
    pool.on('error', () => undefined);
    const vault = openVault({ pool, masterKey: testMasterKey });
    const reader = openReader({ pool, vault });
    const appender = openAppender({ connectionString: url, vault, role: 'lyceum_command' });
    const verifier = openIdentityVerifier({
      projectId: testProjectId,
      emulatorHost: null,
      httpAgent: provider.agent,
      credential: provider.credential,
    });
    const projector = createProjector({
      configuration: parseConfiguration({
        DATABASE_URL: url,
        VAULT_MASTER_KEY: testMasterKey,
        REMOVALS_FILE: removalsFile,
      }),
      verifier,
      logger: createSilentLogger(),
      metrics: createMetrics({ defaults: false }),
      standbyPollMs: 50,
    });
    projector.start();
    await projector.ready();
    return {
      ...{ pool, reader, appender },
      close: async () => {
        await projector.stop();
        await Promise.all([verifier.close(), appender.close(), reader.close()]);
        await vault.close();
        await pool.end();
      },
    };
  };

  return {
    ...{ url, withSession, removalsFile },
    backUp: () => runOnServer(`create database ${backup} template ${name}`),
    restore: () =>
      runOnServer(`drop database ${name} with (force)`, `create database ${name} template ${backup}`),
  };
};

const keysAndRows = async (pool: Pool) => ({
  keys: (await pool.query('select person, wrapped is null as destroyed from vault.keys order by person'))
    .rows,
  users: (await pool.query<{ id: string }>('select id from read.users order by id')).rows.map(({ id }) => id),
});

const runLog = async (url: string, ...args: string[]) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../log-cli/main.ts'), ...args], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  await once(child, 'close');
  return { code: child.exitCode, output };
};

test('removes a person again after the restore of a backup that is older than the removal', async () => {
  const [ada, sam, kim] = [testId(1), testId(2), testId(3)];
  const drill = await openDrill();
  const register = (user: string) => ({
    stream: userStream(user),
    expectedVersion: 0,
    events: [userRegistered(user)],
  });
  await drill.withSession(async ({ appender, pool }) => {
    const appoint = { type: 'AdminAppointed', data: { userId: ada } } as const;
    await appender.append(
      appendRequest({
        writes: [
          ...[register(ada), register(sam)],
          { stream: adminsStream, expectedVersion: 0, events: [appoint] },
        ],
      }),
    );
    await expect.poll(async () => (await keysAndRows(pool)).users).toEqual([ada, sam]);
  });
  await drill.backUp();

  await drill.withSession(async ({ appender, pool }) => {
    const dismiss = { type: 'AdminDismissed', data: { userId: ada } } as const;
    const removed = { type: 'UserRemoved', data: {} } as const;
    // Kim is registered and removed after the backup, so the restored log contains none of Kim's events.
    await appender.append(appendRequest({ writes: [register(kim)] }));
    await appender.append(
      appendRequest({
        writes: [
          ...[ada, kim].map((user) => ({
            stream: userStream(user),
            expectedVersion: 1,
            events: [removed],
          })),
          { stream: adminsStream, expectedVersion: 1, events: [dismiss] },
        ],
        destroyKeysOf: [ada, kim],
      }),
    );
    await expect.poll(async () => (await keysAndRows(pool)).users).toEqual([sam]);
    const listed = () => readFileSync(drill.removalsFile, 'utf8');
    await expect.poll(listed).toMatch(/(\{.*\}\n){2}/);
    expect(listed()).toContain(`"user":"${ada}"`);
    expect(listed()).toContain(`"user":"${kim}"`);
  });
  const list = readFileSync(drill.removalsFile, 'utf8');

  await drill.restore();
  const restored = new Pool({ connectionString: drill.url, max: 1 });
  expect(await keysAndRows(restored)).toEqual({
    keys: [
      { person: ada, destroyed: false },
      { person: sam, destroyed: false },
    ],
    users: [ada, sam],
  });
  await restored.end();

  // The second start finds nothing to do.
  for (const _ of [1, 2])
    await drill.withSession(async ({ pool, reader }) => {
      const types = async (stream: string) => (await reader.readStream(stream)).map(({ type }) => type);
      expect(await types(userStream(ada))).toEqual(['UserRegistered', 'UserRemoved']);
      expect(await types(adminsStream)).toEqual(['AdminAppointed', 'AdminDismissed']);
      expect(await types(userStream(sam))).toEqual(['UserRegistered']);
      expect(await reader.head()).toBe(5);
      expect((await reader.readStream(userStream(ada)))[0]?.data).toMatchObject({ name: null, email: null });
      await expect
        .poll(() => keysAndRows(pool))
        .toEqual({
          keys: [
            { person: ada, destroyed: true },
            { person: sam, destroyed: false },
            { person: kim, destroyed: true },
          ],
          users: [sam],
        });
      // Seals follow a moment later.
      await expect
        .poll(async () => (await pool.query('select max(last_position) as last from log.seals')).rows)
        .toEqual([{ last: '5' }]);
    });
  expect(readFileSync(drill.removalsFile, 'utf8')).toBe(list);
  const verified = await runLog(drill.url, 'verify');
  expect(verified.code, verified.output).toBe(0);
});

test('removes a person again if the database is restored while the projector keeps running', async () => {
  const drill = await openDrill();
  const ada = testId(1);
  const stream = userStream(ada);
  await drill.withSession(async ({ appender, pool }) => {
    await appender.append(
      appendRequest({ writes: [{ stream, expectedVersion: 0, events: [userRegistered(ada)] }] }),
    );
    await expect.poll(async () => (await keysAndRows(pool)).users).toEqual([ada]);
  });
  await drill.backUp();
  await drill.withSession(async ({ appender, pool }) => {
    await appender.append(
      appendRequest({
        writes: [{ stream, expectedVersion: 1, events: [{ type: 'UserRemoved', data: {} }] }],
        destroyKeysOf: [ada],
      }),
    );
    await expect.poll(() => existsSync(drill.removalsFile)).toBe(true);
    await expect.poll(() => readFileSync(drill.removalsFile, 'utf8')).toContain(ada);
    await drill.restore();
    await expect
      .poll(() => keysAndRows(pool).catch(() => null))
      .toEqual({ keys: [{ person: ada, destroyed: true }], users: [] });
  });
});

test('adds the removals in the log to a new list after the list was lost', async () => {
  const drill = await openDrill();
  await drill.withSession(async ({ appender }) => {
    const stream = userStream(testId(1));
    const registered = [userRegistered('ada')];
    await appender.append(appendRequest({ writes: [{ stream, expectedVersion: 0, events: registered }] }));
    await appender.append(
      appendRequest({
        writes: [{ stream, expectedVersion: 1, events: [{ type: 'UserRemoved', data: {} }] }],
        destroyKeysOf: [testId(1)],
      }),
    );
    await expect.poll(() => readFileSync(drill.removalsFile, 'utf8')).toContain(testId(1));
  });
  rmSync(drill.removalsFile);
  await drill.withSession(async () => {
    expect(readFileSync(drill.removalsFile, 'utf8')).toContain(testId(1));
  });
});
