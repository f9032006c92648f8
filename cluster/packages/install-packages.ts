import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { debianPackages, missingPackagesSentence, postgresMajorOf } from './debian-packages.ts';

const run = promisify(execFile);
const downloadTimeoutMs = 300_000;
const unpackTimeoutMs = 60_000;

/**
 * Returns the folder that keeps unpacked packages. PostgreSQL refuses to run as root, so root uses a folder that other
 * accounts can enter.
 */
const cacheFolder = (): string => {
  if (process.getuid?.() === 0) return '/var/cache/lyceum';
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'lyceum');
};

/** Downloads the packages that the machine lacks, with all that they depend on. Nothing is installed. */
const download = async (names: readonly string[], folder: string): Promise<string[]> => {
  const archives = join(folder, 'archives');
  mkdirSync(join(archives, 'partial'), { recursive: true });
  await run(
    'apt-get',
    [
      ...['install', '--yes', '--quiet', '--download-only', '--no-install-recommends'],
      // The lock is for installations. Without it, this works for every user.
      ...[
        '-o',
        'Debug::NoLocking=true',
        '-o',
        `Dir::Cache=${folder}`,
        '-o',
        `Dir::Cache::archives=${archives}`,
      ],
      ...(process.getuid?.() === 0 ? ['-o', 'APT::Sandbox::User=root'] : []),
      ...names,
    ],
    { timeout: downloadTimeoutMs, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' } },
  );
  return readdirSync(archives)
    .filter((name) => name.endsWith('.deb'))
    .map((name) => join(archives, name));
};

/**
 * Makes the programs of the cluster available: unpacks the packages that this machine lacks into a cache folder. Nothing is
 * installed. The first call downloads about 17 MB, later calls use the folder.
 * @returns the folder, which has the layout of `/`, and the major version of PostgreSQL.
 * @throws Error that says what to do if the packages cannot be had.
 */
export const installPackages = async (): Promise<{ root: string; postgresMajor: number }> => {
  if (process.platform !== 'linux') throw new Error(missingPackagesSentence('this is not Linux'));
  let postgresMajor: number;
  try {
    postgresMajor = postgresMajorOf((await run('apt-cache', ['depends', 'postgresql'])).stdout);
  } catch (error) {
    throw new Error(missingPackagesSentence((error as Error).message), { cause: error });
  }
  const root = join(cacheFolder(), `cluster-packages-${postgresMajor}`);
  if (existsSync(root)) return { root, postgresMajor };
  mkdirSync(cacheFolder(), { recursive: true, mode: 0o755 });
  const incomplete = mkdtempSync(`${root}.`);
  try {
    const files = await download(debianPackages(postgresMajor), join(incomplete, 'download'));
    const unpacked = join(incomplete, 'root');
    mkdirSync(unpacked, { mode: 0o755 });
    for (const file of files) await run('dpkg', ['-x', file, unpacked], { timeout: unpackTimeoutMs });
    renameSync(unpacked, root);
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    throw new Error(missingPackagesSentence(stderr.trim() || message), { cause: error });
  } finally {
    rmSync(incomplete, { recursive: true, force: true });
  }
  return { root, postgresMajor };
};
