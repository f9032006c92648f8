import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findMasterKey } from '#local/data-folder/secrets.ts';
import { startPostgresServer } from '#platform/postgres-server/server.ts';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const timeoutMs = 600_000;

/** Runs a program of the product. @throws Error with its output if it fails. */
const runProgram = async (environment: Record<string, string>, ...args: string[]): Promise<string> => {
  const ran = promisify(execFile)(process.execPath, args, {
    cwd: root,
    env: { ...inheritedEnvironment(), ...environment },
    timeout: timeoutMs,
  });
  return ran.then(
    ({ stdout }) => stdout,
    (error: { message: string; stdout?: string; stderr?: string }) => {
      const printed = [error.message, error.stdout, error.stderr].join('\n').trim();
      throw new Error(`${args.join(' ')} failed on the data that the tests left behind.\n${printed}`, {
        cause: error,
      });
    },
  );
};

/**
 * Checks the data folder of a product that has ended: every read table matches the log, and the log matches its seals.
 * @throws Error with the differences.
 */
export const verifyData = async (dataFolder: string): Promise<void> => {
  await using server = await startPostgresServer({ folder: join(dataFolder, 'postgres') });
  const environment = {
    DATABASE_URL: server.url,
    VAULT_MASTER_KEY: findMasterKey(process.env, dataFolder) ?? '',
  };
  await runProgram(environment, 'projector/cli.ts', 'check');
  await runProgram(environment, 'events/seals/main.ts', 'verify');
};
