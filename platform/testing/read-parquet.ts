import { zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';

const decompress = (bytes: Uint8Array): Uint8Array => zstdDecompressSync(bytes);

/** Reads the rows of a Parquet file that is compressed with Zstandard, which the reading library itself does not decompress. */
export const readParquet = (
  options: Omit<Parameters<typeof parquetReadObjects>[0], 'compressors'>,
): ReturnType<typeof parquetReadObjects> =>
  parquetReadObjects({ ...options, compressors: { ZSTD: decompress } });
