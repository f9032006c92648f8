import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { userStream } from '#events/catalogue/streams/user.ts';
import { appendRequest, openTestLog, testMasterKey } from '#events/testing/test-log.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { reserveFreePort } from '#platform/free-port.ts';
import { openIdentityVerifier } from '#platform/identity/identity-verifier.ts';
import { userIdOf } from '#platform/identity/record-ids.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import { createProjector } from '#projector/server/projector.ts';
import { startEmulator } from './start-emulator.ts';

const projectId = 'demo-lyceum';

/** Starts the Auth emulator with one account per name. */
const startEmulatorWithAccounts = async (...names: string[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-removal-'));
  const emulator = startEmulator(
    {
      host: '127.0.0.1',
      port: await reserveFreePort(),
      projectId,
      accountsFile: join(folder, 'accounts.json'),
    },
    () => {},
  );
  const verifier = openIdentityVerifier({ projectId, emulatorHost: emulator.address });
  await emulator.ready;
  const uids: string[] = [];
  for (const name of names) {
    const account = await verifier.auth.createUser({ email: `${name}@example.org`, password: 'secret7' });
    uids.push(account.uid);
  }
  return {
    emulator,
    verifier,
    uids,
    emails: async () => (await verifier.auth.listUsers()).users.map(({ email }) => email).sort(),
    [Symbol.asyncDispose]: async () => {
      await verifier.close();
      await emulator.stop();
      await rm(folder, { recursive: true });
    },
  };
};

test('deletes the identity of a removed user, tolerates a missing one, and keeps the others', async () => {
  await using people = await startEmulatorWithAccounts('ada', 'grace');
  const log = await openTestLog();
  const configuration = parseConfiguration({
    DATABASE_URL: log.url,
    VAULT_MASTER_KEY: testMasterKey,
    FIREBASE_PROJECT_ID: projectId,
    NODE_ENV: 'test',
    FIREBASE_AUTH_EMULATOR_HOST: people.emulator.address,
  });
  const projector = createProjector({
    configuration,
    logger: createSilentLogger(),
    verifier: people.verifier,
  });
  projector.start();
  try {
    const [ada = '', grace = ''] = people.uids;
    const identities = [ada, grace, 'missing-identity'];
    for (const [index, identity] of identities.entries())
      await log.appender.append(
        appendRequest({
          writes: [
            {
              stream: userStream(userIdOf(identity)),
              expectedVersion: 0,
              events: [
                {
                  type: 'UserRegistered',
                  data: {
                    identity,
                    name: `Person ${index}`,
                    email: `person${index}@example.org`,
                    imageUrl: '/face.svg',
                    userType: 'Student',
                    wishedType: null,
                  },
                },
              ],
            },
          ],
        }),
      );
    expect(await people.emails()).toEqual(['ada@example.org', 'grace@example.org']);
    for (const identity of [ada, 'missing-identity'])
      await log.appender.append(
        appendRequest({
          writes: [
            {
              stream: userStream(userIdOf(identity)),
              expectedVersion: 1,
              events: [{ type: 'UserRemoved', data: {} }],
            },
          ],
          destroyKeysOf: [userIdOf(identity)],
        }),
      );
    await expect.poll(() => people.emails()).toEqual(['grace@example.org']);
    await vi.waitFor(async () => {
      const done = await log.pool.query(
        `select reactors.position, count(reactions.*)::int as waiting from read.reactors left join read.reactions using (reactor)
           where reactor = 'identity-removal' group by reactors.position`,
      );
      expect(done.rows).toEqual([{ position: '5', waiting: 0 }]);
    }, longWait);
    const rows = await log.pool.query('select id from read.users');
    expect(rows.rows).toEqual([{ id: userIdOf(grace) }]);
  } finally {
    await projector.stop();
  }
});
