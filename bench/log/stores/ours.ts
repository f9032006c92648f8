import { hash, randomUUID } from 'node:crypto';
import { Client, Pool } from 'pg';
import { openAppender } from '#events/log/appender.ts';
import type { AppendResult } from '#events/log/log.ts';
import { openSealer } from '#events/seals/sealer.ts';
import { verify } from '#events/seals/verify.ts';
import { openVault } from '#events/vault/vault.ts';
import { migrate } from '#migrations/migrate.ts';
import { must } from '../scenario.ts';
import { metadataOf, personId, persons, profile } from '../workload.ts';
import type { Store, StoreKind } from './store.ts';

export const masterKey = '07'.repeat(32);

/** What a command answers; it is stored with its key. */
const answer = {
  status: 200,
  body: { acknowledged: true, matchedCount: 1, modifiedCount: 1, upsertedCount: 0, upsertedId: null },
};

/**
 * The log with everything that it does in production: each append carries a command's key and stores its answer,
 * positions are dense, the personal fields (here: all of the data) are encrypted under the person's key, roles are
 * dropped to, and the sealer runs beside it.
 */
export const ours: StoreKind = {
  name: 'lyceum',
  open: async (url) => {
    const owner = new Client({ connectionString: url });
    await owner.connect();
    await migrate(owner);
    await owner.end();
    return openOurs(url);
  },
};

export type OurStore = Store & {
  appendTo: (person: string, version: number, count: number) => Promise<AppendResult>;
  pool: Pool;
  /** Seals all that has been appended. */
  sealAll: () => Promise<number>;
};

/** In a database that has been migrated already. */
export const openOurs = async (url: string, options: { sealing?: boolean } = {}): Promise<OurStore> => {
  const as = (role: string) => {
    const pool = new Pool({ connectionString: url, options: `-c role=${role}`, max: 4 });
    // After a scenario that failed its database is dropped; what failed has been said by then.
    pool.on('error', () => undefined);
    return pool;
  };
  const [commandPool, projectorPool] = [as('lyceum_command'), as('lyceum_projector')];
  const vault = openVault({ pool: commandPool, masterKey });
  // These persons have been active within the last minute: their keys are there, and in the cache. Making a key is part
  // of registering somebody.
  await vault.keysForWriting(Array.from({ length: persons }, (_, index) => personId(index)));
  const appender = openAppender({ connectionString: url, role: 'lyceum_command', vault });
  const sealer = openSealer({ pool: projectorPool });
  const stop = new AbortController();
  let sealingFailed: unknown = null;
  const sealing =
    options.sealing === false
      ? Promise.resolve()
      : sealer.run(stop.signal, (error) => {
          sealingFailed = error;
        });

  const appendTo = (person: string, version: number, count: number) =>
    appender.append({
      commandId: randomUUID(),
      writes: [
        {
          stream: `user-${person}`,
          expectedVersion: version,
          events: Array.from({ length: count }, (_, index) => ({
            type: 'UserProfileEdited' as const,
            data: profile(person, version + index + 1),
          })),
        },
      ],
      asserts: [],
      metadata: metadataOf(person),
      command: {
        key: hash('sha256', `${person} PUT /users ${randomUUID()}`, 'base64url'),
        bodyHash: hash('sha256', `${person} ${version}`, 'base64url'),
        answer,
      },
    });

  return {
    pool: projectorPool,
    sealAll: () => sealer.sealUpTo(),
    appendTo,
    append: async (person, version, count) => (await appendTo(person, version, count)).outcome === 'appended',
    check: async (events) => {
      if (options.sealing !== false) await sealer.sealUpTo();
      const { misfit, ...found } = await verify({ pool: projectorPool, pageSize: 5_000 });
      must(misfit === null, `verify: ${misfit?.detail}`);
      must(found.events === events, `The log holds ${found.events} events, ${events} were acknowledged.`);
      must(options.sealing === false || found.unsealed === 0, `${found.unsealed} events are not sealed.`);
      must(sealingFailed === null, `The sealer failed: ${sealingFailed}`);
      const { rows } = await projectorPool.query<{ open: string }>(
        "select count(*) as open from log.events where type = 'UserProfileEdited' and data::text like '%profile-picture%'",
      );
      must(rows[0]?.open === '0', `${rows[0]?.open} events hold personal data that anybody can read.`);
    },
    close: async () => {
      stop.abort();
      await sealing;
      await appender.close();
      await vault.close();
      await Promise.all([commandPool.end(), projectorPool.end()]);
    },
  };
};
