import type { ExportedEvent } from './exported-event.ts';

/** Converts pages of events to the content of a file, chunk by chunk. */
export type Format = (pages: AsyncIterable<readonly ExportedEvent[]>) => AsyncIterable<Uint8Array | string>;

/** The file formats of an export. */
export const formatNames = ['ndjson', 'csv', 'parquet'] as const;
export type FormatName = (typeof formatNames)[number];
