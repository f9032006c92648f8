import { execFileSync, spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';

type Ids = { uid: number; gid: number };

/**
 * Under which account the server's programs run, and from where.
 *
 * PostgreSQL refuses to run as root. Run by root (a container, a fresh machine) it gets another account of the
 * machine; that one often cannot enter the clone or the data folder, as both may stand below a folder of mode
 * 0700. So, in this order, the first that works:
 * 1. the other account as it is;
 * 2. on Linux, the other account with the one capability to enter folders (CAP_DAC_OVERRIDE, made ambient by
 *    `setpriv`; the secure bit makes `access()`, with which PostgreSQL looks at its own files, see it too);
 * 3. a copy of the programs, and the data, below a system folder that the account can enter.
 */
export type Account = {
  /** The folder with `bin/` and `lib/`. */
  binaries: string;
  /** Where the cluster stands: the wanted folder, or the one of the third way. */
  dataFolder: string;
  /** The program and arguments that start `program` under the account. */
  command: (program: string, args: readonly string[]) => [string, string[]];
  ids: { uid?: number; gid?: number };
  /** Who owns the data, where it is not ourselves. */
  owner: Ids | null;
};

const idsOf = (name: string): Ids | null => {
  const ask = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return null;
  }
};

const hasSetpriv = () => process.platform === 'linux' && spawnSync('setpriv', ['--version']).status === 0;

/** Stops the server when this process dies, however it dies (Linux only; elsewhere the next start stops it). */
const withParent = ['--pdeathsig', 'INT'];

/** The folder itself comes last: broken off in the middle, the next start does it again. */
const chownTree = (path: string, ids: Ids) => {
  if (lstatSync(path).uid === ids.uid) return;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) chownTree(inner, ids);
    else lchownSync(inner, ids.uid, ids.gid);
  }
  chownSync(path, ids.uid, ids.gid);
};

/** Who owns the cluster already (root may start what a person has made), else an account that every machine has. */
const otherAccount = (dataFolder: string): Ids => {
  const { uid, gid } = lstatSync(dataFolder);
  if (uid !== 0) return { uid, gid };
  const found = ['postgres', '_postgres', 'nobody'].map(idsOf).find((ids) => ids !== null);
  if (!found) throw new Error('PostgreSQL does not run as root, and this machine has no account "nobody".');
  return found;
};

/** Whether the account can run the programs and enter the data folder. */
const works = (account: Account): boolean => {
  const tries = [
    account.command(join(account.binaries, 'bin', 'postgres'), ['--version']),
    account.command('ls', [account.dataFolder]),
  ];
  return tries.every(
    ([file, args]) => spawnSync(file, args, { ...account.ids, cwd: '/', timeout: 10_000 }).status === 0,
  );
};

const systemFolder = process.platform === 'darwin' ? '/usr/local/var/lyceum' : '/var/lib/lyceum';

/** The package's version names the copy: another version of it is another folder. */
const copyBinaries = (from: string): string => {
  const { version } = JSON.parse(readFileSync(join(from, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const to = join(systemFolder, `postgres-${version}`);
  if (existsSync(to)) return to;
  const half = `${to}.${process.pid}`;
  cpSync(from, half, { recursive: true, verbatimSymlinks: true });
  renameSync(half, to);
  rmSync(half, { recursive: true, force: true });
  return to;
};

/**
 * @param options.binaries where npm put the programs.
 * @param options.dataFolder where the cluster shall stand; made here, mode 0700, owned by the account.
 * @param options.key names this cluster below the system folder, should it have to stand there.
 * @throws Error when run as root where nothing works.
 */
export const chooseAccount = (options: { binaries: string; dataFolder: string; key: string }): Account => {
  const { binaries, dataFolder } = options;
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const setpriv = hasSetpriv();
  if (process.getuid?.() !== 0)
    return {
      binaries,
      dataFolder,
      command: (program, args) =>
        setpriv ? ['setpriv', [...withParent, '--', program, ...args]] : [program, [...args]],
      ids: {},
      owner: null,
    };
  const ids = otherAccount(dataFolder);
  const other = ['--reuid', `${ids.uid}`, '--regid', `${ids.gid}`, '--clear-groups', ...withParent];
  const entering = ['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override'];
  const viaSetpriv =
    (flags: readonly string[]): Account['command'] =>
    (program, args) => ['setpriv', [...flags, '--', program, ...args]];
  const plain: Account = setpriv
    ? { binaries, dataFolder, command: viaSetpriv(other), ids: {}, owner: ids }
    : { binaries, dataFolder, command: (program, args) => [program, [...args]], ids, owner: ids };
  const ways: (() => Account)[] = [
    () => plain,
    () => ({
      ...plain,
      command: viaSetpriv([...other, ...entering, '--securebits=+no_setuid_fixup']),
      ids: {},
    }),
    () => {
      mkdirSync(systemFolder, { recursive: true, mode: 0o755 });
      const data = join(systemFolder, options.key);
      mkdirSync(data, { recursive: true, mode: 0o700 });
      return { ...plain, binaries: copyBinaries(binaries), dataFolder: data };
    },
  ];
  for (const way of setpriv ? ways : ways.filter((_, index) => index !== 1)) {
    const account = way();
    chownTree(account.dataFolder, ids);
    if (works(account)) return account;
  }
  throw new Error(
    'Run as root, no account was found that can run PostgreSQL here. Run as another user, or set DATABASE_URL.',
  );
};
