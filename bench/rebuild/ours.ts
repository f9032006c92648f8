/** The projector's tools on a log of a school: what the command line runs, in this process. */
import { Client, Pool } from 'pg';
import { openAppender } from '#events/log/appender.ts';
import { openVault } from '#events/vault/vault.ts';
import { migrate } from '#migrations/migrate.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { createLogger } from '#platform/logging.ts';
import { check } from '#projector/check/check.ts';
import { projections } from '#projector/projections.ts';
import { rebuild } from '#projector/rebuild/rebuild.ts';
import { run } from '#projector/runner/runner.ts';
import { openResources } from '#projector/server/resources.ts';
import { type Filled, fill } from './fill.ts';
import { countsIn } from './school/tally.ts';

const masterKey = '07'.repeat(32);
const signal = new AbortController().signal;
const seconds = (since: number) => (performance.now() - since) / 1000;

/** Makes the log: encrypted, appended and stored as the product does. */
export const fillLog = async (url: string, events: number, kept: number): Promise<Filled> => {
  const owner = new Client({ connectionString: url });
  await owner.connect();
  await migrate(owner);
  const pool = new Pool({ connectionString: url, max: 4, options: '-c role=lyceum_command' });
  const vault = openVault({ pool, masterKey });
  const appender = openAppender({ connectionString: url, role: 'lyceum_command', vault });
  try {
    const filled = await fill(appender, events, kept);
    await owner.query('vacuum analyze log.events');
    await owner.query('checkpoint');
    return filled;
  } finally {
    await appender.close();
    await vault.close();
    await pool.end();
    await owner.end();
  }
};

/** With keys that nobody has in a cache yet, as a tool that has just been started. */
const withResources = async <T>(
  url: string,
  work: (resources: ReturnType<typeof openResources>) => Promise<T>,
) => {
  const configuration = parseConfiguration({ DATABASE_URL: url, VAULT_MASTER_KEY: masterKey });
  const resources = openResources(configuration, createLogger({ service: 'bench', level: 'error' }));
  try {
    return await work(resources);
  } finally {
    await resources.close();
  }
};

/** The leader, from the beginning, page by page into the live tables. @returns events a second, up to about `to`. */
export const catchUpAsLeader = (url: string, to: number): Promise<number> =>
  withResources(url, async ({ openWriter, reader }) => {
    const stop = new AbortController();
    const began = performance.now();
    let rate = 0;
    let failure: unknown;
    await run(
      {
        ...{ openWriter: () => openWriter(), reader, projections, desk: null },
        afterCommit: (position) => {
          if (position < to || rate > 0) return;
          rate = position / seconds(began);
          stop.abort();
        },
        observer: {
          state: (state, error) => {
            if (state !== 'failing') return;
            failure = error;
            stop.abort();
          },
          advanced: () => {},
          parked: ({ stream, error }) => {
            failure = new Error(`${stream} was parked: ${error}`);
          },
          retried: () => {},
        },
      },
      stop.signal,
    );
    if (failure !== undefined) throw failure;
    return rate;
  });

/** Pretends that the live models stand at the log's end: their rows are what the rebuild is for. */
export const standAtHead = async (pool: Pool, head: number): Promise<void> => {
  await pool.query('update read.checkpoints set position = $1', [head]);
};

/** Rebuilds all models from zero, indexes and swap included. @returns events a second. */
export const rebuildAll = (url: string, events: number): Promise<number> =>
  withResources(url, async ({ openWriter, reader }) => {
    const began = performance.now();
    await rebuild({
      ...{ projections, openWriter, reader, signal },
      onCareful: (model, because) => {
        throw new Error(`${model} was built page by page: ${because.message}`);
      },
    });
    return events / seconds(began);
  });

/** Builds all models once more and compares. @returns events a second. @throws when a row is not what the log says. */
export const checkAll = (url: string, events: number): Promise<number> =>
  withResources(url, async ({ openWriter, reader }) => {
    const began = performance.now();
    for await (const { model, position, differences } of check({ projections, openWriter, reader, signal }))
      if (differences.length > 0 || position !== events)
        throw new Error(`${model}: ${differences.length} differences at ${position} of ${events}.`);
    return events / seconds(began);
  });

/** @throws when the tables do not hold what was counted while the log was written. */
export const assertCounts = async (pool: Pool, { tally }: Filled): Promise<void> => {
  const [expected, found] = [tally.counts(), await countsIn(pool)];
  for (const [what, count] of Object.entries(expected))
    if (found[what] !== count) throw new Error(`${what}: ${found[what]} in the tables, ${count} happened.`);
};
