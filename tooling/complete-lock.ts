/**
 * `npm ci` refuses a lock file in which a package for another platform is missing, and npm leaves such a package
 * out when the registry did not offer it while the lock was made (a partial mirror). This adds the missing ones:
 * exact version from who wants it, platform from its name, no digest (npm checks one only where there is one).
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

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'netbsd', 'sunos', 'aix', 'win32'];
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
const longNames: Record<string, string> = { windows: 'win32', openharmony: 'openharmony', ppc64le: 'ppc64' };

/** `…/binding-linux-arm64-musl` → os linux, cpu arm64, libc musl; null where the name tells no platform. */
export const platformOf = (name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> | null => {
  const words = name.split(/[/-]/).map((word) => longNames[word] ?? word);
  const os = words.find((word) => systems.includes(word) || word === 'openharmony');
  const cpu = words.find((word) => processors.includes(word));
  const universal = words.includes('universal');
  if (!os && cpu !== 'wasm32') return null;
  if (!cpu && !universal) return null;
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : null;
  return { ...(cpu && { cpu: [cpu] }), ...(os && { os: [os] }), ...(libc && { libc: [libc] }) };
};

/** The places from `path` outwards where Node looks for a package. */
const outwards = (path: string): string[] => {
  if (path === '') return [''];
  const end = path.lastIndexOf('/node_modules/');
  return [path, ...outwards(end < 0 ? '' : path.slice(0, end))];
};

const isLocked = (lock: Lock, path: string, name: string): boolean =>
  outwards(path).some((place) => `${place === '' ? '' : `${place}/`}node_modules/${name}` in lock.packages);

/** The platform packages that somebody in the lock wants and that it does not hold. */
export const missingFrom = (lock: Lock): { name: string; entry: LockEntry }[] =>
  Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.entries(entry.optionalDependencies ?? {}).flatMap(([name, range]) => {
      const platform = platformOf(name);
      if (!platform || isLocked(lock, path, name)) return [];
      return [{ name, entry: { version: range.replace(/^[~^=v]+/, ''), optional: true, ...platform } }];
    }),
  );

if (import.meta.main) {
  const file = join(import.meta.dirname, '..', 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock;
  const missing = missingFrom(lock);
  for (const { name, entry } of missing) lock.packages[`node_modules/${name}`] = entry;
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
  process.stdout.write(`${missing.length} platform packages added to the lock\n`);
}
