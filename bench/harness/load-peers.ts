/**
 * The packages that only the benchmarks need: the peers, and Lighthouse. They are installed when a benchmark first needs them,
 * because the product does not depend on them.
 */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = join(import.meta.dirname, 'peers');

const modifiedAt = (file: string): number =>
  statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;

/** Installs these packages at the versions of the lock file, unless they are installed already. */
export const installPeers = () => {
  if (modifiedAt('node_modules/.package-lock.json') > modifiedAt('package-lock.json')) return;
  process.stdout.write(
    'Installing the packages that only the benchmarks need (on the first run, and when their lock file has changed) …\n',
  );
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit'], {
    cwd: folder,
    stdio: 'inherit',
  });
};

/** Imports a package from `peers/`. Callers declare its type, because the type check runs without these packages. */
export const loadPeer = async <Module>(name: string): Promise<Module> => {
  const path = createRequire(join(folder, 'package.json')).resolve(name);
  return import(pathToFileURL(path).href) as Promise<Module>;
};
