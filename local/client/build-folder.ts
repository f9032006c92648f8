import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '#platform/write-file-atomically.ts';

/** A folder that `build` fills from sources. */
export type BuildFolder = {
  path: string;
  /** Contains the digest of the sources from which the folder was built. It exists only while the folder is complete. */
  digestFile: string;
  digestSources: () => string;
  build: () => Promise<void>;
};

/** Returns null if the file does not exist. Another process may remove it at any moment. */
const readDigest = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/** Returns the digest of the sources if the folder was completely built from them, otherwise null. */
export const findBuild = ({ path, digestFile, digestSources }: BuildFolder): string | null => {
  const digest = digestSources();
  // Another process may have begun a build while the sources were read, so the folder is checked after that.
  return readDigest(digestFile) === digest && existsSync(join(path, 'index.html')) ? digest : null;
};

/** Builds the folder. There must be only one builder at a time. @returns the digest of its sources. */
export const rebuild = async ({ digestFile, digestSources, build }: BuildFolder): Promise<string> => {
  const digest = digestSources();
  // If the build is killed, the folder must not count as that of an earlier build.
  rmSync(digestFile, { force: true });
  await build();
  await writeFileAtomically(digestFile, digest);
  return digest;
};
