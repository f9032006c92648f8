import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const packageFile = join(import.meta.dirname, '..', 'package.json');

/**
 * Returns an id of the build that is the same on all nodes: a hash of package.json and of the client's page, which refers to
 * its files by names that contain hashes of their content.
 */
export const identifyBuild = (clientFolder: string): string => {
  const hash = createHash('sha256').update(readFileSync(packageFile));
  try {
    hash.update(readFileSync(join(clientFolder, 'index.html')));
  } catch {
    // There is no built client here: another server serves it, or it has not been built.
  }
  return hash.digest('hex').slice(0, 16);
};
