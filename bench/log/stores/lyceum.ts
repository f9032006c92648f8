import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import { Client, Pool } from 'pg';
import { v7 } from 'uuid';
import { scopeIdempotencyKey } from '#command-api/command-handler/idempotency-key.ts';
import { openAppender } from '#events/log/append/appender.ts';
import { type CommandExecutor, createCommandExecutor } from '#events/log/command-executor.ts';
import type { Budget, CommandKey } from '#events/log/log.ts';
import { openReader } from '#events/log/read/reader.ts';
import { createSealer } from '#events/seals/sealer.ts';
import { verify } from '#events/seals/verify/verify.ts';
import { openVault } from '#events/vault/vault.ts';
import { migrate } from '#migrations/migrate.ts';
import { metadataOf, peopleCount, personId, profile } from '../workload.ts';
import type { Store, StoreKind } from './store.ts';

export const masterKey = '07'.repeat(32);

/** The answer that is stored with the idempotency key of each append. */
export const answer = {
  status: 200,
  body: { acknowledged: true, matchedCount: 1, modifiedCount: 1, upsertedCount: 0, upsertedId: null },
};

/**
 * The log with everything that it does in production. Each append stores an idempotency key and an answer, positions have no gaps, and
 * personal fields (here: all of the data) are encrypted under the person's key. What each person appends is counted. Connections use
 * the roles of the services. A sealer runs, here in the process that appends.
 */
export const lyceum: StoreKind = { name: 'lyceum', open: (url) => migrateAndOpen(url, largeBudget) };

/** Like `lyceum`, but without counting how much each person appends. */
export const lyceumWithoutBudgets: StoreKind = {
  name: 'without budgets',
  open: (url) => migrateAndOpen(url, null),
};

/** Returns a new idempotency key as the command-api computes it from a key of the client. */
export const createCommandKey = (person: string, version: number): CommandKey => ({
  key: scopeIdempotencyKey({ userId: person, method: 'PUT', path: '/users', key: v7() }),
  bodyHash: hash('sha256', `${person} ${version}`, 'base64url'),
});

/** A budget that nobody exhausts: what each person appends is counted and compared with it, but no append is refused. */
const largeBudget: Budget = { maxEvents: 1_000_000_000, maxBytes: 1_000_000_000_000 };

const migrateAndOpen = async (url: string, budget: Budget | null): Promise<Store> => {
  const owner = new Client({ connectionString: url });
  await owner.connect();
  await migrate(owner);
  await owner.end();
  return openLyceum(url, { budget });
};

type LyceumStore = Store & {
  /** Executes commands on the store's appender, as the command-api does. */
  executor: CommandExecutor;
  pool: Pool;
  /** Seals all appended events. */
  sealAll: () => Promise<number>;
};

/**
 * Opens the store in a migrated database.
 * @param options.hasSealer whether a sealer runs. Default: true.
 * @param options.budget the budget of each person; null if nothing is counted. Default: a budget that nobody exhausts.
 */
export const openLyceum = async (
  url: string,
  { hasSealer = true, budget = largeBudget }: { hasSealer?: boolean; budget?: Budget | null } = {},
): Promise<LyceumStore> => {
  const openPoolAs = (role: string) => {
    const pool = new Pool({ connectionString: url, options: `-c role=${role}`, max: 4 });
    // Dropping the database of a failed scenario ends these connections; that failure is already reported.
    pool.on('error', () => undefined);
    return pool;
  };
  const commandPool = openPoolAs('lyceum_command');
  const projectorPool = openPoolAs('lyceum_projector');
  const vault = openVault({ pool: commandPool, masterKey });
  // Creates the keys and puts them into the cache, as for people who were active within the last minute. In the product a
  // key is created at registration.
  await vault.keysForWriting(Array.from({ length: peopleCount }, (_, index) => personId(index)));
  const appender = openAppender({ connectionString: url, role: 'lyceum_command', vault, budget });
  const reader = openReader({ pool: commandPool, vault });
  const sealer = createSealer({ pool: projectorPool });
  const stop = new AbortController();
  let sealingError: unknown = null;
  const sealing = hasSealer
    ? sealer.run(stop.signal, (error) => {
        sealingError = error;
      })
    : Promise.resolve();

  return {
    pool: projectorPool,
    sealAll: () => sealer.sealUpTo(),
    executor: createCommandExecutor({ appender, reader, timeoutMs: 10_000 }),
    append: async (person, version, count) => {
      const { outcome } = await appender.append({
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
        command: { ...createCommandKey(person, version), answer },
      });
      return outcome === 'appended';
    },
    verify: async (expectedEvents) => {
      if (hasSealer) await sealer.sealUpTo();
      const { failure, events, unsealed } = await verify({ pool: projectorPool, pageSize: 5_000 });
      assert(failure === null, `verify: ${failure?.detail}`);
      assert(
        events === expectedEvents,
        `The log contains ${events} events, but ${expectedEvents} were acknowledged.`,
      );
      assert(!hasSealer || unsealed === 0, `${unsealed} events are not sealed.`);
      assert(sealingError === null, `The sealer failed: ${sealingError}`);
      const { rows } = await projectorPool.query<{ unencrypted: number }>(
        "select count(*)::integer as unencrypted from log.events where type = 'UserProfileEdited' and data::text like '%profile-picture%'",
      );
      assert(
        rows[0]?.unencrypted === 0,
        `${rows[0]?.unencrypted} events contain personal data in clear text.`,
      );
    },
    close: async () => {
      stop.abort();
      await sealing;
      await appender.close();
      await reader.close();
      await vault.close();
      await Promise.all([commandPool.end(), projectorPool.end()]);
    },
  };
};
