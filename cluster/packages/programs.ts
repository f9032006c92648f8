import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The paths of the programs of the cluster, in the unpacked packages or on the machine. */
export type Programs = {
  etcd: string;
  haproxy: string;
  /** Runs Patroni, which is a Python script. */
  python: string;
  patroni: string;
  /** The folder with `postgres`, `initdb` and others. */
  postgresFolder: string;
  /** null if it is not needed. */
  pgbackrest: string | null;
  /** Environment variables with which the programs find the libraries of the packages. */
  environment: Record<string, string>;
};

/**
 * Finds each program in the unpacked packages, otherwise on the machine.
 * @param roots the folders of the unpacked packages; see `unpackClusterPackages` and `unpackPgbackrest`.
 * @throws Error if a program is missing.
 */
export const findPrograms = (
  roots: { cluster: string; pgbackrest: string | null },
  postgresMajor: number,
): Programs => {
  const unpackedFolders = [roots.cluster, ...(roots.pgbackrest === null ? [] : [roots.pgbackrest])];
  const find = (path: string) => {
    const found = [...unpackedFolders, '/'].map((root) => join(root, path)).find(existsSync);
    if (found === undefined)
      throw new Error(`${path} is missing. Delete ${unpackedFolders.join(', ')} and start again.`);
    return found;
  };
  const architecture = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  return {
    etcd: find('usr/bin/etcd'),
    haproxy: find('usr/sbin/haproxy'),
    // Not the first `python3` in PATH, because Debian's modules work only with Debian's Python.
    python: find('usr/bin/python3'),
    patroni: find('usr/bin/patroni'),
    postgresFolder: find(`usr/lib/postgresql/${postgresMajor}/bin`),
    pgbackrest: roots.pgbackrest === null ? null : find('usr/bin/pgbackrest'),
    environment: {
      LD_LIBRARY_PATH: unpackedFolders
        .map((root) => join(root, 'usr/lib', `${architecture}-linux-gnu`))
        .join(':'),
      PYTHONPATH: join(roots.cluster, 'usr/lib/python3/dist-packages'),
      PYTHONUNBUFFERED: '1',
    },
  };
};
