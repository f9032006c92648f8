import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '#migrations/migrate.ts';
import { startPostgresServer } from '#platform/postgres-server/server.ts';

export type LocalDatabase = {
  url: string;
  /** Resolves with a message if the database stops unexpectedly; never resolves for a given `DATABASE_URL`. */
  unexpectedEnd: Promise<string>;
  stop(): Promise<void>;
};

/** Describes the database given by `DATABASE_URL`. It is neither started nor stopped here. */
export const wrapGivenDatabase = (url: string): LocalDatabase => ({
  url,
  unexpectedEnd: new Promise(() => {}),
  stop: async () => {},
});

/** Starts the embedded PostgreSQL in the data folder. */
export const startEmbeddedPostgres = async (dataFolder: string): Promise<LocalDatabase> => {
  const server = await startPostgresServer({ folder: join(dataFolder, 'postgres') });
  let isStopping = false;
  return {
    url: server.url,
    unexpectedEnd: new Promise((resolve) => {
      server.ended.then(() => {
        if (!isStopping) resolve(`PostgreSQL has stopped; its log: ${server.logFile}`);
      });
    }),
    stop: () => {
      isStopping = true;
      return server.stop();
    },
  };
};

/**
 * Applies all pending migrations.
 * @returns how many were applied.
 * @throws Error if PostgreSQL cannot be reached or a migration fails.
 */
export const migrateDatabase = async (url: string): Promise<number> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A lost connection also rejects the current query. Without this listener, it would end the process before the failed migration is named.
  client.on('error', () => undefined);
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
