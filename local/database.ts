import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '#migrations/migrate.ts';
import { startPostgresServer } from '#platform/postgres-server/server.ts';
import type { LocalSettings } from './settings.ts';

export type Database = {
  url: string;
  kind: string;
  /** Resolves with a sentence if it ends without having been asked to; never for a database of the person's own. */
  lost: Promise<string>;
  stop(): Promise<void>;
};

/** The PostgreSQL of `DATABASE_URL`, else the embedded one in the data folder. */
export const openDatabase = async (settings: LocalSettings): Promise<Database> => {
  if (settings.databaseUrl !== null)
    return {
      url: settings.databaseUrl,
      kind: 'PostgreSQL of DATABASE_URL',
      lost: new Promise(() => {}),
      stop: async () => {},
    };
  const server = await startPostgresServer({ folder: join(settings.dataFolder, 'postgres') });
  let stopping = false;
  return {
    url: server.url,
    kind: 'PostgreSQL started',
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
