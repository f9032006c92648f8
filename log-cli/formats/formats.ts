import type { PseudonymousEvent } from '#events/pseudonyms/pseudonymous-event.ts';
import { csvBytes } from './csv.ts';
import { ndjsonBytes } from './ndjson.ts';
import { parquetBytes } from './parquet.ts';

/** Turns pages of events into the bytes of a file, a piece at a time. */
export type Format = (
  pages: AsyncIterable<readonly PseudonymousEvent[]>,
) => AsyncIterable<Uint8Array | string>;

/** The kinds of file that an export writes. */
export const formats = {
  ndjson: ndjsonBytes,
  csv: csvBytes,
  parquet: parquetBytes,
} as const satisfies Record<string, Format>;
export type FormatName = keyof typeof formats;
export const formatNames = Object.keys(formats) as FormatName[];
