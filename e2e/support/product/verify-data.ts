import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { masterKeyOf } from '#local/data-folder/master-key.ts';
import { startPostgresServer } from '#platform/postgres-server/server.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const minutes = 60_000;

/** Runs one of the product's programs as a person does. @throws with what it printed when it is not content. */
const run = async (environment: Record<string, string>, ...args: string[]): Promise<string> => {
  const ran = promisify(execFile)(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, ...environment },
    timeout: 2 * minutes,
  });
  return ran.then(
    ({ stdout }) => stdout,
    (error: { message: string; stdout?: string; stderr?: string }) => {
      const printed = [error.message, error.stdout, error.stderr].join('\n').trim();
      throw new Error(`After all journeys the data is not what it should be.\n${printed}`, { cause: error });
    },
  );
};

/**
 * Proves what a product that has ended left in its data folder: every read table is what the log says, row by row, and
 * the log is what its seals say.
 * @throws with the differences.
 */
export const verifyData = async (dataFolder: string): Promise<void> => {
  await using server = await startPostgresServer({ folder: join(dataFolder, 'postgres') });
  const environment = { DATABASE_URL: server.url, VAULT_MASTER_KEY: await masterKeyOf(dataFolder) };
  await run(environment, 'projector/cli.ts', 'check');
  await run(environment, 'events/seals/main.ts', 'verify');
};
