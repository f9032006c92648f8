/** The peers are installed for the benchmark alone, on its first use; the product does not depend on them. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = join(import.meta.dirname, 'peers');

/** Installs exactly what the lock file says, unless it is there already. */
export const installPeers = () => {
  if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return;
  process.stdout.write('Installing the peers of the benchmark (once) …\n');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit'], {
    cwd: folder,
    stdio: 'inherit',
  });
};

/** A peer's module; its types are declared where it is used, as the type check runs without the peers. */
export const loadPeer = async <Module>(name: string): Promise<Module> => {
  const path = createRequire(join(folder, 'package.json')).resolve(name);
  return import(pathToFileURL(path).href) as Promise<Module>;
};
