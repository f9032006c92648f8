/**
 * Checks the licences of all packages in the lock file. Exits with 1 if a licence is not permissive and has no exception in
 * `exceptions.ts`, or if an exception is not needed. Works offline: npx node tooling/dependencies/check-licences.ts
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exceptions } from './exceptions.ts';
import { findLicenceProblems, type Lock } from './licences.ts';

const root = join(import.meta.dirname, '..', '..');

/** Old packages state their licence as an object, or several licences as a list. */
type Manifest = { license?: string | { type?: string }; licenses?: { type?: string }[] };

/** Returns the licence in the manifest of an installed package; null if the package is not installed or states none. */
const readInstalledLicence = (path: string): string | null => {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return null;
    throw error;
  }
  const { license, licenses = [] } = manifest;
  if (license !== undefined) return typeof license === 'string' ? license : (license.type ?? null);
  return licenses.length === 0 ? null : licenses.map(({ type = 'none' }) => type).join(' OR ');
};

const lock: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const problems = findLicenceProblems(lock, readInstalledLicence, exceptions);
if (problems.length === 0)
  process.stdout.write(
    `${Object.keys(lock.packages).length - 1} packages have permissive licences or an exception.\n`,
  );
else {
  process.stderr.write(
    `${problems.join('\n')}\n\nUse another package, or add an exception with a reason to tooling/dependencies/exceptions.ts.\n`,
  );
  process.exitCode = 1;
}
