import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** Returns whether npm may leave a package out, for example because it is for another platform. */
const mayBeAbsent = (entry) => entry.optional === true || entry.devOptional === true || entry.peer === true;

/**
 * Compares the installed packages with the lock file. npm records what it has installed at the very end, so an interrupted install
 * counts as none.
 * @param {string} root
 * @returns {string | null} why an installation is needed, or null.
 */
export const whyInstall = (root) => {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return 'they are missing';
  let installed;
  try {
    installed = packagesIn(record);
  } catch {
    // A power failure soon after an installation may empty the record.
    return 'the record of the installed ones is damaged';
  }
  for (const [path, entry] of Object.entries(packagesIn(join(root, 'package-lock.json')))) {
    if (path === '' || entry.link) continue;
    const found = installed[path];
    if (!found && !mayBeAbsent(entry)) return `${path} is missing`;
    if (found && found.version !== entry.version) return `${path} has a different version`;
  }
  return null;
};
