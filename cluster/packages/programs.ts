import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The programs of the cluster, from the unpacked packages or from the machine. */
export type Programs = {
  etcd: string;
  haproxy: string;
  /** Patroni is a Python script. */
  python: string;
  patroni: string;
  /** The folder with `postgres`, `initdb` and others. */
  postgresFolder: string;
  /** Lets the programs find the libraries of the packages. */
  environment: Record<string, string>;
};

/**
 * Finds each program in the unpacked packages, otherwise on the machine.
 * @param root the folder of the unpacked packages; see `unpackClusterPackages`.
 * @throws Error if a program is missing.
 */
export const findPrograms = (root: string, postgresMajor: number): Programs => {
  const find = (path: string) => {
    const found = [join(root, path), join('/', path)].find(existsSync);
    if (found === undefined) throw new Error(`${path} is missing. Delete ${root} and start again.`);
    return found;
  };
  const libraries = join(root, 'usr/lib', `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`);
  return {
    etcd: find('usr/bin/etcd'),
    haproxy: find('usr/sbin/haproxy'),
    // Not the first `python3` in PATH, because Debian's modules work only with Debian's Python.
    python: find('usr/bin/python3'),
    patroni: find('usr/bin/patroni'),
    postgresFolder: find(`usr/lib/postgresql/${postgresMajor}/bin`),
    environment: {
      LD_LIBRARY_PATH: libraries,
      PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
      PYTHONUNBUFFERED: '1',
    },
  };
};
