import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { holdDataFolder } from '#local/data-folder/hold.ts';
import { findPostgresServer, startPostgresServer } from '#platform/postgres-server/server.ts';

/** Where the log is, and what ends what had to be started for it. */
export type FoundLog = { url: string; close(): Promise<void> };

/** There is no log where it was looked for; the message says what to do. */
export class NoLogError extends Error {
  override name = 'NoLogError';
}

/**
 * The log of `DATABASE_URL`; else that of the data folder (`DATA_DIR`, `.data`): through the PostgreSQL that the running
 * product has started, or through one that runs for as long as the command does.
 * @throws {NoLogError}
 */
export const findLog = async (environment: Record<string, string | undefined>): Promise<FoundLog> => {
  if (environment.DATABASE_URL) return { url: environment.DATABASE_URL, close: async () => {} };
  const dataFolder = resolve(environment.DATA_DIR || '.data');
  const folder = join(dataFolder, 'postgres');
  if (!existsSync(folder))
    throw new NoLogError(
      `There is no log in ${dataFolder}. npm start makes one; DATA_DIR names another folder, DATABASE_URL a PostgreSQL.`,
    );
  const running = await findPostgresServer(folder);
  if (running !== null) return { url: running, close: async () => {} };
  const release = holdDataFolder(dataFolder);
  try {
    const server = await startPostgresServer({ folder });
    return {
      url: server.url,
      close: async () => {
        await server.stop();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
};
