import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const downloadTimeoutMs = 300_000;
const unpackTimeoutMs = 60_000;

/**
 * Returns the folder that keeps unpacked packages. PostgreSQL refuses to run as root, so root uses a folder that other
 * accounts can enter.
 */
const findCacheFolder = (): string => {
  if (process.getuid?.() === 0) return '/var/cache/lyceum';
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'lyceum');
};

/** Downloads the packages and their dependencies, except those that are already installed. Nothing is installed. @returns the files. */
const download = async (names: readonly string[], folder: string): Promise<string[]> => {
  const archives = join(folder, 'archives');
  mkdirSync(join(archives, 'partial'), { recursive: true });
  // Only root may take apt's lock, which a download does not need.
  const settings = ['Debug::NoLocking=true', `Dir::Cache=${folder}`, `Dir::Cache::archives=${archives}`];
  if (process.getuid?.() === 0) settings.push('APT::Sandbox::User=root');
  await run(
    'apt-get',
    [
      ...['install', '--yes', '--quiet', '--download-only', '--no-install-recommends'],
      ...settings.flatMap((setting) => ['-o', setting]),
      ...names,
    ],
    { timeout: downloadTimeoutMs, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' } },
  );
  return readdirSync(archives)
    .filter((name) => name.endsWith('.deb'))
    .map((name) => join(archives, name));
};

/**
 * Makes programs from Debian packages available: unpacks the packages and their dependencies, except those that are already installed,
 * into a cache folder. Nothing is installed. Later calls use the folder.
 * @param name the name of the folder. A different list of packages needs a different name.
 * @returns the folder, which has the layout of `/`.
 * @throws Error with the reason if the packages are not available.
 */
export const unpackPackages = async (name: string, packages: readonly string[]): Promise<string> => {
  if (process.platform !== 'linux') throw new Error('this is not Linux');
  const root = join(findCacheFolder(), name);
  if (existsSync(root)) return root;
  mkdirSync(findCacheFolder(), { recursive: true, mode: 0o755 });
  const incomplete = mkdtempSync(`${root}.`);
  try {
    const files = await download(packages, join(incomplete, 'download'));
    const unpacked = join(incomplete, 'root');
    mkdirSync(unpacked, { mode: 0o755 });
    for (const file of files) await run('dpkg', ['-x', file, unpacked], { timeout: unpackTimeoutMs });
    renameSync(unpacked, root);
  } catch (error) {
    // Another process may have unpacked the same packages in the meantime.
    if (existsSync(root)) return root;
    const { stderr = '', message } = error as { stderr?: string; message: string };
    throw new Error(stderr.trim() || message, { cause: error });
  } finally {
    rmSync(incomplete, { recursive: true, force: true });
  }
  return root;
};
