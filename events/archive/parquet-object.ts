/** Reads Parquet files from an object store. `readFooter` and `readRows` check the hash of what they read. */
import { createHash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { type FileMetaData, parquetMetadata, parquetRead, type RowGroup } from 'hyparquet';
import { z } from 'zod';
import { ArchiveDamagedError } from './archive-error.ts';
import type { ObjectStore } from './object-store.ts';

/** The key under which the footer of an object stores the SHA-256 of each of its row groups, in hexadecimal, as a JSON array. */
export const digestsKey = 'lyceum.row_groups';

/** Identifies an object and its content: its name, its length, and the SHA-256 of its footer. */
export type ObjectReference = { name: string; bytes: number; footerSha256: Buffer };

export type ObjectRowGroup = {
  /** The bytes of the object from `start` up to `end` (exclusive), and their SHA-256. */
  start: number;
  end: number;
  sha256: string;
  /** The number of rows before this group, and in it. */
  firstRow: number;
  rows: number;
  metadata: RowGroup;
};

export type ObjectFooter = {
  object: ObjectReference;
  /** Length of the footer in bytes. */
  length: number;
  metadata: FileMetaData;
  groups: readonly ObjectRowGroup[];
  rows: number;
};

/** The first read takes this many bytes from the end of the object. A longer footer needs a second read. */
const firstReadBytes = 64 * 1024;
const maxFooterBytes = 64 * 1024 * 1024;
/** The writer makes smaller groups. A forged object must not exhaust the memory. */
const maxGroup = { rows: 20_000, bytes: 128 * 1024 * 1024, uncompressedBytes: 512 * 1024 * 1024 };
const magic = 'PAR1';
/** The end of the file: the number of bytes of the metadata, and the magic number. */
const trailerBytes = 8;

const digests = z.array(z.string().regex(/^[0-9a-f]{64}$/));

/** Creates the error for an object that is damaged or was replaced. */
export const createDamagedError = (name: string, problem: string, cause?: unknown) =>
  new ArchiveDamagedError(`The object ${name} of the archive is damaged or was replaced: ${problem}.`, {
    cause,
  });

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Times become numbers of microseconds. UUIDs and texts become what PostgreSQL prints. */
const parsers = {
  timestampFromMicroseconds: Number,
  // A `TextDecoder` would remove a byte order mark.
  stringFromBytes: (bytes: Uint8Array) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'),
  uuidFromBytes: (bytes: Uint8Array) => {
    const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  },
};

const decompressors = {
  ZSTD: (bytes: Uint8Array, maxOutputLength: number): Uint8Array =>
    zstdDecompressSync(bytes, { maxOutputLength }),
};

/** Returns the bytes of the footer: the metadata, its length and the magic number. */
const readFooterBytes = async (
  store: ObjectStore,
  { name, bytes }: Pick<ObjectReference, 'name' | 'bytes'>,
): Promise<Uint8Array<ArrayBuffer>> => {
  if (bytes < trailerBytes) throw createDamagedError(name, 'it is too short');
  const start = Math.max(0, bytes - firstReadBytes);
  const end = Buffer.from(await store.read(name, start, bytes));
  if (end.toString('latin1', end.length - magic.length) !== magic)
    throw createDamagedError(name, 'it is not a Parquet file');
  const length = end.readUInt32LE(end.length - trailerBytes) + trailerBytes;
  if (length > Math.min(bytes, maxFooterBytes)) throw createDamagedError(name, 'its footer is too long');
  if (length <= end.length) return new Uint8Array(end.subarray(end.length - length));
  const missing = await store.read(name, bytes - length, start);
  return new Uint8Array(Buffer.concat([missing, end]));
};

const listGroups = (metadata: FileMetaData, name: string): ObjectRowGroup[] => {
  const text = metadata.key_value_metadata?.find(({ key }) => key === digestsKey)?.value ?? '[]';
  const hashes = digests.parse(JSON.parse(text));
  if (hashes.length !== metadata.row_groups.length)
    throw createDamagedError(name, 'its numbers of hashes and row groups differ');
  let start = magic.length;
  let firstRow = 0;
  return metadata.row_groups.map((group, index) => {
    const bytes = Number(group.total_compressed_size ?? Number.NaN);
    const rows = Number(group.num_rows);
    const isSmall =
      bytes <= maxGroup.bytes &&
      rows <= maxGroup.rows &&
      Number(group.total_byte_size) <= maxGroup.uncompressedBytes;
    if (!isSmall) throw createDamagedError(name, `its row group ${index + 1} is too large`);
    const reference = {
      start,
      end: start + bytes,
      sha256: hashes[index] ?? '',
      firstRow,
      rows,
      metadata: group,
    };
    start += bytes;
    firstRow += rows;
    return reference;
  });
};

const parseFooter = (object: ObjectReference, bytes: Uint8Array<ArrayBuffer>): ObjectFooter => {
  try {
    const metadata = parquetMetadata(bytes, { parsers, geoparquet: false });
    const groups = listGroups(metadata, object.name);
    const last = groups.at(-1);
    if ((last?.end ?? 0) > object.bytes - bytes.length) throw new Error('its row groups overlap its footer');
    return { object, length: bytes.length, metadata, groups, rows: last ? last.firstRow + last.rows : 0 };
  } catch (error) {
    if (error instanceof ArchiveDamagedError) throw error;
    throw createDamagedError(object.name, error instanceof Error ? error.message : String(error), error);
  }
};

/**
 * Reads and checks the footer of an object.
 * @throws ArchiveDamagedError if it is not the recorded one.
 */
export const readFooter = async (store: ObjectStore, object: ObjectReference): Promise<ObjectFooter> => {
  const bytes = await readFooterBytes(store, object);
  if (!sha256(bytes).equals(object.footerSha256))
    throw createDamagedError(object.name, 'the hash of its footer differs');
  return parseFooter(object, bytes);
};

/**
 * Returns the reference to an object that is in the store but was not recorded yet. There is no hash to check its content with.
 * @returns null if there is no such object.
 * @throws ArchiveDamagedError if it is too short, is not a Parquet file, or has a footer that is too long.
 */
export const findObject = async (store: ObjectStore, name: string): Promise<ObjectReference | null> => {
  const bytes = await store.findLength(name);
  if (bytes === null) return null;
  return { name, bytes, footerSha256: sha256(await readFooterBytes(store, { name, bytes })) };
};

/**
 * Reads, checks and decodes the rows of a row group. Each row has the values of the columns in their order.
 * @throws ArchiveDamagedError if the bytes are not the recorded ones, or cannot be decoded.
 */
export const readRows = async (
  store: ObjectStore,
  { object, metadata }: ObjectFooter,
  group: ObjectRowGroup,
): Promise<unknown[][]> => {
  const bytes = await store.read(object.name, group.start, group.end);
  if (sha256(bytes).toString('hex') !== group.sha256)
    throw createDamagedError(object.name, `the hash of bytes ${group.start} to ${group.end} differs`);
  // The offsets in the metadata count from the beginning of the object.
  const file = {
    byteLength: object.bytes,
    slice: (start: number, end = object.bytes) => {
      if (start < group.start || end > group.end) throw new RangeError('a column is outside its row group');
      return bytes.buffer.slice(start - group.start, end - group.start);
    },
  };
  let rows: unknown[][] = [];
  try {
    await parquetRead({
      file,
      metadata: { ...metadata, num_rows: group.metadata.num_rows, row_groups: [group.metadata] },
      parsers,
      compressors: decompressors,
      onComplete: (all: unknown[][]) => {
        rows = all;
      },
    });
  } catch (error) {
    throw createDamagedError(object.name, error instanceof Error ? error.message : String(error), error);
  }
  if (rows.length !== group.rows)
    throw createDamagedError(object.name, 'a row group has more or fewer rows than its footer says');
  return rows;
};
