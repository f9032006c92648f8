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
import type { Account } from './account.ts';

/** The owner's password: made once, readable by the owner of the folder only, written whole or not at all. */
export const passwordOf = (folder: string): string => {
  const file = join(folder, 'postgres-password');
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(24).toString('hex'), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8').trim();
};

/** A file that the account can read and nobody else, for as long as `work` takes. */
const withSecret = async (account: Account, secret: string, work: (file: string) => Promise<void>) => {
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
 * Makes the cluster where there is none. A cluster that was made to its end has a mark in it; without the mark no
 * server ever ran on it, so it holds nothing and is made anew.
 */
export const ensureCluster = async (account: Account, password: string, options: { sync: boolean }) => {
  const { dataFolder } = account;
  const mark = join(dataFolder, 'lyceum-cluster');
  if (existsSync(mark)) return;
  for (const name of readdirSync(dataFolder)) rmSync(join(dataFolder, name), { recursive: true });
  await withSecret(account, `${password}\n`, async (passwordFile) => {
    const [file, args] = account.command(join(account.binaries, 'bin', 'initdb'), [
      ...['--pgdata', dataFolder, '--username', 'postgres', '--pwfile', passwordFile],
      ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--no-instructions'],
      // The same order of text and the same lower case on every machine, whatever its language.
      ...['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
      ...(options.sync ? [] : ['--no-sync']),
    ]);
    try {
      await promisify(execFile)(file, args, { ...account.ids, cwd: '/', timeout: 60_000 });
    } catch (error) {
      const said = (error as { stderr?: string }).stderr?.trim() || (error as Error).message;
      throw new Error(`PostgreSQL could not make its data folder ${dataFolder}: ${said}`, { cause: error });
    }
  });
  writeFileSync(mark, `${new Date().toISOString()}\n`);
};
