import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unpackPackages } from '#tooling/debian/unpack-packages.ts';
import { debianPackages, explainMissingPackages, postgresMajorOf } from './debian-packages.ts';

const run = promisify(execFile);

/** Runs `unpack`. @throws Error that says what to do if the packages are not available. */
const unpackOrExplain = async <T>(unpack: () => Promise<T>): Promise<T> => {
  try {
    if (process.platform !== 'linux') throw new Error('this is not Linux');
    return await unpack();
  } catch (error) {
    throw new Error(explainMissingPackages((error as Error).message), { cause: error });
  }
};

/**
 * Makes the programs of the cluster available: unpacks the packages that this machine lacks into a cache folder. Nothing is installed. The
 * first call downloads about 17 MB; later calls use the folder.
 * @returns the folder, which has the layout of `/`, and the major version of PostgreSQL.
 * @throws Error that says what to do if the packages are not available.
 */
export const unpackClusterPackages = (): Promise<{ root: string; postgresMajor: number }> =>
  unpackOrExplain(async () => {
    const postgresMajor = postgresMajorOf((await run('apt-cache', ['depends', 'postgresql'])).stdout);
    const root = await unpackPackages(`cluster-packages-${postgresMajor}`, debianPackages(postgresMajor));
    return { root, postgresMajor };
  });

/** Makes pgBackRest available in the same way as {@link unpackClusterPackages}. @returns the folder. @throws Error in the same cases. */
export const unpackPgbackrest = (): Promise<string> =>
  unpackOrExplain(() => unpackPackages('pgbackrest', ['pgbackrest']));

/** Makes libfaketime available in the same way as {@link unpackClusterPackages}. @returns the file of the library. @throws Error in the same cases, and if the folder lacks the file. */
export const unpackLibfaketime = async (): Promise<string> => {
  const root = await unpackOrExplain(() => unpackPackages('libfaketime', ['libfaketime']));
  const [file] = globSync('usr/lib/*/faketime/libfaketime.so.1', { cwd: root });
  if (file === undefined) throw new Error(`libfaketime is missing. Delete ${root} and start again.`);
  return join(root, file);
};
