import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** What npm leaves out on this machine: packages for other platforms, and what only they need. */
const mayBeAbsent = (entry) => entry.optional === true || entry.devOptional === true || entry.peer === true;

/**
 * Whether what is installed is what the lock says. npm writes down what it has installed as its last act, so an
 * install that was broken off counts as none.
 * @param {string} root
 * @returns {string | null} why an install is needed, or null.
 */
export const whatIsMissing = (root) => {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return 'they are not there';
  const installed = packagesIn(record);
  for (const [path, entry] of Object.entries(packagesIn(join(root, 'package-lock.json')))) {
    if (path === '' || entry.link) continue;
    const found = installed[path];
    if (!found && !mayBeAbsent(entry)) return `${path} is not there`;
    if (found && found.version !== entry.version) return `${path} has another version`;
  }
  return null;
};
