import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ArchiveDamagedError, ArchiveError, ArchiveUnavailableError } from './archive-error.ts';
import type { LocalFile, ObjectStore } from './object-store.ts';

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const createUnavailableError = (path: string, error: unknown) =>
  new ArchiveUnavailableError(
    `The archive cannot use ${path}: ${error instanceof Error ? error.message : String(error)}`,
    { cause: error },
  );

/** Flushes a file, or the names in a folder, to disk. */
const sync = async (path: string): Promise<void> => {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};

const readFully = async (path: string, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> => {
  const file = await open(path, 'r');
  try {
    const bytes = new Uint8Array(end - start);
    for (let offset = 0; offset < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, offset, bytes.length - offset, start + offset);
      if (bytesRead === 0)
        throw new ArchiveDamagedError(`The object ${path} of the archive ends before byte ${end}.`);
      offset += bytesRead;
    }
    return bytes;
  } finally {
    await file.close();
  }
};

/** Flushes the names in the folders above a file to disk. Any of these folders may be new. */
const syncParents = async (path: string): Promise<void> => {
  for (let child = path, parent = dirname(path); parent !== child; child = parent, parent = dirname(parent))
    try {
      await sync(parent);
    } catch (error) {
      // Some folders cannot be opened, for example those of other users, and some file systems cannot sync folders.
      if (!['EACCES', 'EPERM', 'EROFS', 'EINVAL'].includes(codeOf(error))) throw error;
    }
};

const partialSuffix = '.partial';

/** Removes partial copies of the object that killed processes have left behind. */
const removePartialCopies = async (target: string): Promise<void> => {
  for (const name of await readdir(dirname(target)))
    if (name.startsWith(`${basename(target)}.`) && name.endsWith(partialSuffix))
      await rm(join(dirname(target), name), { force: true });
};

/**
 * Copies the file, and gives the copy its final name when it is complete. A link never replaces an existing file.
 * @returns false if the name is taken.
 */
const createComplete = async ({ path: source }: LocalFile, target: string): Promise<boolean> => {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await removePartialCopies(target);
  const partial = `${target}.${randomUUID()}${partialSuffix}`;
  try {
    await copyFile(source, partial, constants.COPYFILE_EXCL);
    await sync(partial);
    await link(partial, target);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(partial, { force: true });
  }
};

/** Creates an object store whose objects are files in a folder. */
export const createFileStore = (folder: string): ObjectStore => ({
  address: pathToFileURL(folder).href,

  async findLength(name) {
    const path = join(folder, name);
    try {
      return (await stat(path)).size;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw createUnavailableError(path, error);
    }
  },

  async read(name, start, end) {
    const path = join(folder, name);
    try {
      return await readFully(path, start, end);
    } catch (error) {
      if (error instanceof ArchiveDamagedError) throw error;
      if (codeOf(error) === 'ENOENT')
        throw existsSync(folder)
          ? new ArchiveDamagedError(`The object ${path} of the archive is missing.`, { cause: error })
          : new ArchiveError(
              `There is no folder ${folder}. Check ARCHIVE_URL, and that the folder is mounted.`,
              { cause: error },
            );
      throw createUnavailableError(path, error);
    }
  },

  async create(name, file) {
    const path = join(folder, name);
    try {
      return await createComplete(file, path);
    } catch (error) {
      throw createUnavailableError(path, error);
    }
  },

  async persist(name) {
    const path = join(folder, name);
    try {
      await sync(path);
      await syncParents(path);
    } catch (error) {
      throw createUnavailableError(path, error);
    }
  },
});
