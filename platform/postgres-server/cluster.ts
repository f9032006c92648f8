import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeFileAtomically } from '../write-file-atomically.ts';
import type { ServerAccount } from './server-account.ts';

/** initdb is stopped after this time. Normally it takes about a second, but on a very busy machine more than a minute. */
const initdbTimeoutMs = 300_000;

const passwordFileIn = (folder: string) => join(folder, 'postgres-password');

/** Returns the password of the superuser `postgres`; null if the file is missing, or a power failure has emptied it or filled it with zero bytes. */
export const readPassword = (folder: string): string | null => {
  try {
    return /^[0-9a-f]{48}$/.exec(readFileSync(passwordFileIn(folder), 'utf8').trim())?.[0] ?? null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/** Passes `work` a temporary file with a secret that only the account can read. */
const withSecretFile = async (
  account: ServerAccount,
  secret: string,
  work: (file: string) => Promise<void>,
) => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-'));
  try {
    const file = join(folder, 'secret');
    writeFileSync(file, secret, { mode: 0o600 });
    if (account.owner)
      for (const path of [file, folder]) chownSync(path, account.owner.uid, account.owner.gid);
    await work(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const createCluster = async (account: ServerAccount, password: string, options: { shouldSync: boolean }) => {
  const { dataFolder } = account;
  for (const name of readdirSync(dataFolder)) rmSync(join(dataFolder, name), { recursive: true });
  await withSecretFile(account, `${password}\n`, async (passwordFile) => {
    const [file, args] = account.command(join(account.binaries, 'bin', 'initdb'), [
      `--pgdata=${dataFolder}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--no-instructions',
      // Sorting and case mapping must not depend on the machine's locale.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(options.shouldSync ? [] : ['--no-sync']),
    ]);
    try {
      await promisify(execFile)(file, args, { ...account.ids, cwd: '/', timeout: initdbTimeoutMs });
    } catch (error) {
      const output = (error as { stderr?: string }).stderr?.trim() || (error as Error).message;
      throw new Error(`PostgreSQL could not create its data folder ${dataFolder}: ${output}`, {
        cause: error,
      });
    }
  });
};

/** Gives the superuser of a cluster a new password, in PostgreSQL's single-user mode, which asks for no password. No server may be running. */
const changePassword = async (account: ServerAccount, password: string) => {
  const { dataFolder } = account;
  const [file, args] = account.command(join(account.binaries, 'bin', 'postgres'), [
    ...['--single', '-D', dataFolder, '-c', 'exit_on_error=on', '-c', 'log_statement=none', 'postgres'],
  ]);
  const running = promisify(execFile)(file, args, { ...account.ids, cwd: '/' });
  running.child.stdin?.on('error', () => {});
  running.child.stdin?.end(`alter role postgres password '${password}'\n`);
  try {
    await running;
  } catch (error) {
    const output = (error as { stderr?: string }).stderr?.trim() || (error as Error).message;
    throw new Error(`PostgreSQL could not change the lost password of ${dataFolder}: ${output}`, {
      cause: error,
    });
  }
};

/**
 * Creates the cluster if there is none. A marker file shows that its creation was completed. Without the marker, no server has
 * ever run on the data folder, so the folder is emptied and the cluster is created again. If the password of an existing cluster is lost,
 * the cluster gets a new one.
 * @param folder the folder of the password.
 * @returns the password of the superuser `postgres`.
 */
export const ensureCluster = async (
  account: ServerAccount,
  folder: string,
  options: { shouldSync: boolean },
): Promise<string> => {
  const marker = join(account.dataFolder, 'lyceum-cluster');
  const hasCluster = existsSync(marker);
  const knownPassword = readPassword(folder);
  if (hasCluster && knownPassword !== null) return knownPassword;
  const password = randomBytes(24).toString('hex');
  if (hasCluster) await changePassword(account, password);
  else await createCluster(account, password, options);
  await writeFileAtomically(passwordFileIn(folder), password);
  if (!hasCluster) await writeFileAtomically(marker, `${new Date().toISOString()}\n`);
  return password;
};
