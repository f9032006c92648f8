import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { archiveUrlIn } from '#local/data-folder/archive-folder.ts';
import { lockDataFolder } from '#local/data-folder/folder-lock.ts';
import type { ArchiveSettings } from '#platform/archive-settings.ts';
import { findPostgresServer, startPostgresServer } from '#platform/postgres-server/server.ts';

export type Environment = Record<string, string | undefined>;

/** The database URL of a log, and where its archive is (null: not known). `close` stops the PostgreSQL server if it was started to reach the log. */
type FoundLog = { url: string; archive: ArchiveSettings | null; close(): Promise<void> };

/** Returns the settings of the archive; null without `ARCHIVE_URL`. The module that parses them is loaded only if it is needed. */
const readArchive = async (environment: Environment): Promise<ArchiveSettings | null> => {
  if (!environment.ARCHIVE_URL) return null;
  const { readArchiveSettings } = await import('#platform/archive-settings.ts');
  return readArchiveSettings(environment);
};

/** There is no log in the expected place. The message says what to do. */
class NoLogError extends Error {
  override name = 'NoLogError';
}

/**
 * Finds the log at `DATABASE_URL`, or else in the data folder (`DATA_DIR`, by default `.data`). If Lyceum runs on the data
 * folder, its PostgreSQL server is used; otherwise one is started for the duration of the command.
 * @throws {NoLogError}
 */
export const findLog = async (environment: Environment): Promise<FoundLog> => {
  if (environment.DATABASE_URL)
    return {
      url: environment.DATABASE_URL,
      archive: await readArchive(environment),
      close: async () => {},
    };
  const dataFolder = resolve(environment.DATA_DIR || '.data');
  const archive = (await readArchive(environment)) ?? { url: archiveUrlIn(dataFolder), s3: null };
  const folder = join(dataFolder, 'postgres');
  if (!existsSync(folder))
    throw new NoLogError(
      `There is no log in ${dataFolder}. Run npm start to create one, or set DATA_DIR to another folder or DATABASE_URL to a PostgreSQL database.`,
    );
  const runningUrl = await findPostgresServer(folder);
  if (runningUrl !== null) return { url: runningUrl, archive, close: async () => {} };
  const unlock = lockDataFolder(dataFolder);
  try {
    const server = await startPostgresServer({ folder });
    return {
      url: server.url,
      archive,
      close: async () => {
        await server.stop();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
};
