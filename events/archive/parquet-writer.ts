import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { zstdCompressSync } from 'node:zlib';
import type { KeyValue, SchemaElement } from 'hyparquet';
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer';
import type { LocalFile } from './object-store.ts';
import { digestsKey } from './parquet-object.ts';

/** A Parquet file, with the SHA-256 of its footer. The footer contains the hashes of the row groups. */
export type ParquetFile = LocalFile & { footerSha256: Buffer };

/**
 * Writes row groups to a new Parquet file that other users cannot read. At most one row group is in memory.
 * @param options.metadata called after the last row group; returns what the footer stores in addition.
 */
export const writeParquet = async (
  path: string,
  options: {
    schema: SchemaElement[];
    groups: AsyncIterable<ColumnSource[]>;
    metadata?: () => KeyValue[];
  },
): Promise<ParquetFile> => {
  const bytes = new ByteWriter();
  const parquet = new ParquetWriter({
    writer: bytes,
    schema: options.schema,
    createdBy: 'Lyceum',
    codec: 'ZSTD',
    compressors: { ZSTD: zstdCompressSync },
  });
  const whole = createHash('sha256');
  let length = 0;
  const file = await open(path, 'wx', 0o600);
  /** Writes the bytes since the last call, and returns their SHA-256. `bytes.offset` is not reset and counts all bytes, so the offsets in the footer stay correct. */
  const flush = async (): Promise<Buffer> => {
    const chunk = bytes.getBytes().slice();
    bytes.index = 0;
    whole.update(chunk);
    length += chunk.length;
    await file.writeFile(chunk);
    return createHash('sha256').update(chunk).digest();
  };
  try {
    await flush();
    const digests: string[] = [];
    for await (const columnData of options.groups) {
      await parquet.write({ columnData, rowGroupSize: Math.max(columnData[0]?.data.length ?? 0, 1) });
      digests.push((await flush()).toString('hex'));
    }
    parquet.kvMetadata = [
      { key: digestsKey, value: JSON.stringify(digests) },
      ...(options.metadata?.() ?? []),
    ];
    await parquet.finish();
    const footerSha256 = await flush();
    return { path, bytes: length, sha256: whole.digest(), footerSha256 };
  } finally {
    await file.close();
  }
};
