/**
 * Adds the packages of other platforms that are missing from the lock file, because `npm ci` refuses an incomplete lock file. npm
 * leaves a package out if the registry, for example a partial mirror, does not offer it. The version of a missing package comes
 * from the package that depends on it, the platform from its own name. The digest of the package stays absent; npm verifies digests only if they are present.
 * Run after `npm install`: npx node tooling/complete-lock.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type LockEntry = {
  version?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};
export type Lock = { packages: Record<string, LockEntry> };

const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'openbsd',
  'netbsd',
  'sunos',
  'aix',
  'win32',
  'openharmony',
];
const processors = [
  'arm64',
  'arm',
  'x64',
  'ia32',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
];
/** npm's own names of platforms, by the words that some package names use for them. */
const npmNames: Record<string, string> = { windows: 'win32', ppc64le: 'ppc64' };

/** Returns the platform in a package name such as `…/binding-linux-arm64-musl`, or null if there is none. */
export const platformOf = (name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> | null => {
  const words = name.split(/[/-]/).map((word) => npmNames[word] ?? word);
  const os = words.find((word) => systems.includes(word));
  const cpu = words.find((word) => processors.includes(word));
  const isUniversal = words.includes('universal');
  if (!os && cpu !== 'wasm32') return null;
  if (!cpu && !isUniversal) return null;
  const otherLibc = words.includes('gnu') ? 'glibc' : null;
  const libc = words.includes('musl') ? 'musl' : otherLibc;
  return { ...(cpu && { cpu: [cpu] }), ...(os && { os: [os] }), ...(libc && { libc: [libc] }) };
};

/** Returns the folders in which Node looks for a package, from `path` outwards. */
const searchPath = (path: string): string[] => {
  if (path === '') return [''];
  const end = path.lastIndexOf('/node_modules/');
  return [path, ...searchPath(end < 0 ? '' : path.slice(0, end))];
};

const lockPath = (folder: string, name: string) => `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;

/** Returns the platform packages that the lock file lacks, with the paths at which to add them. */
export const findMissing = (lock: Lock): { path: string; entry: LockEntry }[] =>
  Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies).flatMap(([name, range]) => {
      const platform = platformOf(name);
      const version = range.replace(/^[~^=v]+/, '');
      const isExact = version === range;
      const locked = searchPath(path)
        .map((folder) => lock.packages[lockPath(folder, name)])
        .find((entry) => entry !== undefined);
      const isLocked = locked !== undefined && (!isExact || locked.version === version);
      if (!platform || isLocked) return [];
      // If another version is locked, this one goes into the package that needs it, where no other package finds it.
      const folder = locked ? path : '';
      return [{ path: lockPath(folder, name), entry: { version, optional: true, ...platform } }];
    }),
  );

if (import.meta.main) {
  const file = join(import.meta.dirname, '..', 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock;
  const missing = findMissing(lock);
  for (const { path, entry } of missing) lock.packages[path] = entry;
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
  process.stdout.write(`${missing.length} platform packages were added to the lock file\n`);
}
