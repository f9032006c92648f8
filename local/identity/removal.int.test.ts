import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { userStream } from '#events/catalogue/user.ts';
import { appendRequest, openTestLog, testMasterKey } from '#events/testing/log.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { userIdOf } from '#platform/identity/ids.ts';
import { openIdentityVerifier } from '#platform/identity/verify.ts';
import { silentLogger } from '#platform/logging.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createProjector } from '#projector/server/projector.ts';
import { startEmulator } from './emulator.ts';

const patient = { timeout: 60_000, interval: 50 };
const projectId = 'demo-lyceum';

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('a port was given');
  return address.port;
};

/** The Auth emulator, and an account in it for each name. */
const school = async (...names: string[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-removal-'));
  const emulator = startEmulator(
    { host: '127.0.0.1', port: await freePort(), projectId, accountsFile: join(folder, 'accounts.json') },
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

test('a removed person has no identity any more, nor one who had none; the others keep theirs', {
  timeout: 180_000,
}, async () => {
  await using people = await school('ada', 'grace');
  await using database = await createTestDatabase();
  await using log = openTestLog(database.url);
  const configuration = parseConfiguration({
    DATABASE_URL: database.url,
    VAULT_MASTER_KEY: testMasterKey,
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_AUTH_EMULATOR_HOST: people.emulator.address,
  });
  const projector = createProjector({ configuration, logger: silentLogger(), verifier: people.verifier });
  projector.start();
  try {
    const [ada = '', grace = ''] = people.uids;
    const identities = [ada, grace, 'an-identity-that-is-gone'];
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
    for (const identity of [ada, 'an-identity-that-is-gone'])
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
    await vi.waitFor(async () => expect(await people.emails()).toEqual(['grace@example.org']), patient);
    await vi.waitFor(async () => {
      const done = await log.pool.query(
        'select r.position, count(w.*)::int as waiting from read.reactors r left join read.reactions w using (reactor) group by r.position',
      );
      expect(done.rows).toEqual([{ position: '5', waiting: 0 }]);
    }, patient);
    const rows = await log.pool.query('select id from read.users');
    expect(rows.rows).toEqual([{ id: userIdOf(grace) }]);
  } finally {
    await projector.stop();
  }
});
