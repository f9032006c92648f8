import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ArchiveDamagedError, ArchiveUnavailableError } from './archive-error.ts';
import type { LocalFile, ObjectStore } from './object-store.ts';

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const createUnavailableError = (path: string, error: unknown) =>
  new ArchiveUnavailableError(
    `The archive cannot use ${path}: ${error instanceof Error ? error.message : String(error)}`,
    { cause: error },
  );

const syncFile = async (path: string): Promise<void> => {
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

/**
 * Gives a complete copy of the file its final name, even if the power fails. A link is never made over an existing file.
 * @returns false if the name is taken.
 */
const createDurably = async ({ path: source }: LocalFile, target: string): Promise<boolean> => {
  const folder = dirname(target);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const partial = `${target}.${randomUUID()}.partial`;
  try {
    await copyFile(source, partial, constants.COPYFILE_EXCL);
    await syncFile(partial);
    await link(partial, target);
    await syncFile(folder);
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

  async findBytes(name) {
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
        throw new ArchiveDamagedError(`The object ${path} of the archive is missing.`, { cause: error });
      throw createUnavailableError(path, error);
    }
  },

  async create(name, file) {
    const path = join(folder, name);
    try {
      return await createDurably(file, path);
    } catch (error) {
      throw createUnavailableError(path, error);
    }
  },
});
