import { toCsv } from './csv.ts';
import type { Format } from './format.ts';
import { toParquet } from './parquet.ts';

const toNdjson: Format = async function* (pages) {
  for await (const page of pages) yield page.map((event) => `${JSON.stringify(event)}\n`).join('');
};

/** The file formats of an export. */
export const formats = {
  ndjson: toNdjson,
  csv: toCsv,
  parquet: toParquet,
} as const satisfies Record<string, Format>;
export type FormatName = keyof typeof formats;
export const formatNames = Object.keys(formats) as FormatName[];
