import { execFileSync } from 'node:child_process';
import { chownSync } from 'node:fs';

export type Account = {
  ids: { uid: number; gid: number } | null;
  /** Makes the account the owner of a file or folder. */
  takeOwnership(path: string): void;
};

const lookUp = (name: string) => {
  const read = (flag: string) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return { uid: read('-u'), gid: read('-g') };
  } catch {
    return null;
  }
};

/**
 * Returns the account that runs the databases, etcd and HAProxy. PostgreSQL refuses to run as root, so root uses the account
 * `postgres`, or `nobody`. Any other user runs the programs without switching accounts.
 */
export const chooseAccount = (): Account => {
  if (process.getuid?.() !== 0) return { ids: null, takeOwnership: () => {} };
  const ids = lookUp('postgres') ?? lookUp('nobody');
  if (ids === null) throw new Error('PostgreSQL does not run as root. Start the cluster as another user.');
  return { ids, takeOwnership: (path) => chownSync(path, ids.uid, ids.gid) };
};
