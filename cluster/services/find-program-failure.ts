import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import type { Cluster } from '../start-cluster.ts';

const root = join(import.meta.dirname, '..', '..');
const programTimeoutMs = 300_000;
const shownCharacters = 1_500;

/**
 * Runs a program of the product on the database, with the privileges of the projector.
 * @param args the file of the program, and its arguments.
 * @returns null if the program succeeds, otherwise the end of its output.
 */
export const findProgramFailure = async (
  cluster: Pick<Cluster, 'primaryUrl' | 'masterKey'>,
  ...args: readonly [file: string, ...string[]]
): Promise<string | null> => {
  const [file, ...rest] = args;
  try {
    await promisify(execFile)(process.execPath, [join(root, file), ...rest], {
      cwd: root,
      env: {
        ...inheritedEnvironment(),
        DATABASE_URL: cluster.primaryUrl('projector'),
        VAULT_MASTER_KEY: cluster.masterKey,
      },
      timeout: programTimeoutMs,
    });
    return null;
  } catch (error) {
    const {
      stdout = '',
      stderr = '',
      message,
    } = error as { stdout?: string; stderr?: string; message: string };
    return `${file} ${rest.join(' ')}: ${`${stdout}${stderr}`.trim().slice(-shownCharacters) || message}`;
  }
};
