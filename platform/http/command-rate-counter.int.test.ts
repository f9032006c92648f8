import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { openPool } from '../postgres/pool.ts';
import { afterTests } from '../testing/close-after-tests.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { createSharedRateLimit } from './rate-limit.ts';

const database = await createTestDatabase();
const pool = openPool({ connectionString: database.url, role: 'lyceum_command' });
afterTests(() => pool.end());

/** Creates the shared limit as one process does. `statements` are those that the process has sent. */
const createLimit = (perMinute: number) => {
  const statements: unknown[] = [];
  const failures: unknown[] = [];
  const countingPool = {
    query: (config: never) => {
      statements.push(config);
      return pool.query(config);
    },
  } as unknown as Pool;
  const limit = createSharedRateLimit(perMinute, {
    pool: countingPool,
    timeoutMs: 10_000,
    onFailure: (error) => failures.push(error),
  });
  const countAll = async (callers: readonly string[]) => {
    const results = await Promise.allSettled(callers.map((caller) => limit.count(caller)));
    return Map.groupBy(
      results.map(({ status }, index) => ({
        caller: callers[index] ?? '',
        isCounted: status === 'fulfilled',
      })),
      ({ caller }) => caller,
    );
  };
  return { countAll, statements, failures };
};

const listCounted = (results: Map<string, { isCounted: boolean }[]>, caller: string) =>
  (results.get(caller) ?? []).map(({ isCounted }) => isCounted);

test('concurrent requests share statements, and each gets its own count', async () => {
  const { countAll, statements, failures } = createLimit(3);
  const results = await countAll(['ann', 'ann', 'bob', 'ann', 'ann', 'bob', 'ann']);
  expect(listCounted(results, 'ann')).toEqual([true, true, true, false, false]);
  expect(listCounted(results, 'bob')).toEqual([true, true]);
  // The first request is sent at once; the others wait for it together.
  expect(statements).toHaveLength(2);
  expect(failures).toEqual([]);
});

test('begins a new count when the minute is over', async () => {
  const { countAll } = createLimit(2);
  expect(listCounted(await countAll(['cem', 'cem', 'cem']), 'cem')).toEqual([true, true, false]);
  await pool.query("update state.command_rates set expire = 1 where key = 'cem'");
  // Another process, because this one remembers the refusal.
  const other = createLimit(2);
  expect(listCounted(await other.countAll(['cem', 'cem', 'cem']), 'cem')).toEqual([true, true, false]);
});

test('processes that count the same users in different orders do not deadlock', async () => {
  const users = Array.from({ length: 20 }, (_, number) => `user ${number}`);
  const processes = [createLimit(30), createLimit(30)];
  const rounds = Array.from({ length: 20 }, () => users).flat();
  const [one, two] = await Promise.all(
    processes.map(({ countAll }, index) => countAll(index === 0 ? rounds : rounds.toReversed())),
  );
  for (const user of users) {
    const counted = [one, two].flatMap((results) => (results ? listCounted(results, user) : []));
    expect(counted.filter(Boolean)).toHaveLength(30);
  }
  expect(processes.flatMap(({ failures }) => failures)).toEqual([]);
});

test('counts requests in this process alone if their statement fails', async () => {
  const failure = new Error('no database');
  const failures: unknown[] = [];
  const limit = createSharedRateLimit(2, {
    pool: { query: () => Promise.reject(failure) } as unknown as Pool,
    timeoutMs: 10_000,
    onFailure: (error) => failures.push(error),
  });
  const results = await Promise.allSettled(['dan', 'dan', 'dan'].map((caller) => limit.count(caller)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(failures).toEqual([failure, failure, failure]);
});
