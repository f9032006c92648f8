/** Runs the leader and the tools of the projector in this process. */
import { Client, Pool } from 'pg';
import { openAppender } from '#events/log/append/appender.ts';
import { openVault } from '#events/vault/vault.ts';
import { migrate } from '#migrations/migrate.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { createLogger } from '#platform/logging.ts';
import { checkModels } from '#projector/check/check-models.ts';
import { projections } from '#projector/models/projections.ts';
import { rebuild } from '#projector/rebuild/rebuild.ts';
import { runProjections } from '#projector/runner/run-projections.ts';
import { openResources } from '#projector/server/resources.ts';
import { type AppendedSchool, appendSchool } from './school/append-school.ts';
import {
  type CountedSchema,
  countRows,
  currentSchema,
  type ExpectedCounts,
} from './school/expected-counts.ts';

export const masterKey = '07'.repeat(32);
const signal = new AbortController().signal;
const secondsSince = (start: number) => (performance.now() - start) / 1000;

/** Creates the log of a school with the product's appender and encryption. Parameters as for `appendSchool`. */
export const createLog = async (
  url: string,
  eventCount: number,
  firstEventCount: number,
): Promise<AppendedSchool> => {
  const owner = new Client({ connectionString: url });
  await owner.connect();
  await migrate(owner);
  const pool = new Pool({ connectionString: url, max: 4, options: '-c role=lyceum_command' });
  const vault = openVault({ pool, masterKey });
  const appender = openAppender({ connectionString: url, role: 'lyceum_command', vault });
  try {
    const school = await appendSchool(appender, eventCount, firstEventCount);
    await owner.query('vacuum analyze log.events');
    await owner.query('checkpoint');
    return school;
  } finally {
    await appender.close();
    await vault.close();
    await pool.end();
    await owner.end();
  }
};

/** Runs work with new resources, whose cache of keys is empty as in a process that has just started. */
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

/**
 * Lets a leader apply the log page by page to the current tables.
 * @returns the events per second up to the first commit at or after position `to`.
 * @throws if the leader fails or parks a stream.
 */
export const runLeader = (url: string, to: number): Promise<number> =>
  withResources(url, async ({ openWriter, reader }) => {
    const stop = new AbortController();
    const start = performance.now();
    let rate = 0;
    let failure: unknown;
    await runProjections(
      {
        openWriter: () => openWriter(),
        reader,
        projections,
        outbox: null,
        afterCommit: (position) => {
          if (position < to || rate > 0) return;
          rate = position / secondsSince(start);
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
          worksAlone: () => {},
        },
      },
      stop.signal,
    );
    if (failure !== undefined) throw failure;
    return rate;
  });

/** Sets the checkpoints of the current tables to the head of the log, because rebuilds and checks apply the log only up to these checkpoints. */
export const moveCheckpointsToHead = async (pool: Pool, head: number): Promise<void> => {
  await pool.query('update read.checkpoints set position = $1', [head]);
};

/** Rebuilds all models, including indexes and the swap. @returns events per second. */
export const runRebuild = (url: string, events: number): Promise<number> =>
  withResources(url, async ({ openWriter, reader }) => {
    const start = performance.now();
    await rebuild({
      projections,
      openWriter,
      reader,
      signal,
      onSlowBuild: (model, error) => {
        throw new Error(`${model} was built page by page: ${error.message}`);
      },
    });
    return events / secondsSince(start);
  });

/** Builds all models again and compares their tables with the current ones. @returns events per second. @throws Error if a row or a position differs. */
export const runCheck = (url: string, events: number): Promise<number> =>
  withResources(url, async ({ openWriter, reader }) => {
    const start = performance.now();
    for await (const { model, position, differences } of checkModels({
      projections,
      openWriter,
      reader,
      signal,
    }))
      if (differences.length > 0 || position !== events)
        throw new Error(`${model}: ${differences.length} differences at ${position} of ${events}.`);
    return events / secondsSince(start);
  });

/** Compares the read tables with the expected counts. @throws Error if they differ. */
export const verifyCounts = async (
  pool: Parameters<typeof countRows>[0],
  expected: ExpectedCounts,
  schema: CountedSchema = currentSchema,
): Promise<void> => {
  const found = await countRows(pool, schema);
  for (const [label, count] of Object.entries(expected.counts()))
    if (!schema.missingTables.includes(label) && found[label] !== count)
      throw new Error(`${label}: ${found[label]} in the tables, expected ${count}.`);
};
