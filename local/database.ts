import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '#migrations/migrate.ts';
import { startPostgresServer } from '#platform/postgres-server/server.ts';

export type Database = {
  url: string;
  /** Resolves with a sentence if it ends without having been asked to; never for a database of the person's own. */
  lost: Promise<string>;
  stop(): Promise<void>;
};

/** A PostgreSQL of the person's own (`DATABASE_URL`): nothing to start, nothing to stop. */
export const givenDatabase = (url: string): Database => ({
  url,
  lost: new Promise(() => {}),
  stop: async () => {},
});

/** The embedded PostgreSQL, in the data folder. */
export const startOwnPostgres = async (dataFolder: string): Promise<Database> => {
  const server = await startPostgresServer({ folder: join(dataFolder, 'postgres') });
  let stopping = false;
  return {
    url: server.url,
    lost: new Promise((resolve) => {
      server.ended.then(() => {
        if (!stopping) resolve(`PostgreSQL has ended; its log: ${server.logFile}`);
      });
    }),
    stop: () => {
      stopping = true;
      return server.stop();
    },
  };
};

/** @returns how many migrations were applied now. */
export const migrateDatabase = async (url: string): Promise<number> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    throw new Error(`PostgreSQL cannot be reached: ${(error as Error).message}. Check DATABASE_URL.`, {
      cause: error,
    });
  }
  try {
    return (await migrate(client)).length;
  } finally {
    await client.end();
  }
};
