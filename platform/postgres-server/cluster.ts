import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ServerAccount } from './server-account.ts';

/** initdb is stopped after this time. Normally it takes about a second, but on a very busy machine more than a minute. */
const initdbTimeoutMs = 300_000;

/** Returns the password of the database's owner. Creates it once, atomically, in a file that only the folder's owner can read. */
export const readOrCreatePassword = (folder: string): string => {
  const file = join(folder, 'postgres-password');
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(24).toString('hex'), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8').trim();
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

/**
 * Creates the cluster if there is none. A marker file shows that its creation was completed. Without the marker, no server has
 * ever run on the data folder, so the folder is emptied and the cluster is created again.
 */
export const ensureCluster = async (
  account: ServerAccount,
  password: string,
  options: { shouldSync: boolean },
) => {
  const { dataFolder } = account;
  const marker = join(dataFolder, 'lyceum-cluster');
  if (existsSync(marker)) return;
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
  writeFileSync(marker, `${new Date().toISOString()}\n`);
};
