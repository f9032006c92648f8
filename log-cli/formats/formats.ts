import type { Format, FormatName } from './format.ts';

const toNdjson: Format = async function* (pages) {
  for await (const page of pages) yield page.map((event) => `${JSON.stringify(event)}\n`).join('');
};

/** Loads one file format with only the packages that it needs. */
export const loadFormat: { [Name in FormatName]: () => Promise<Format> } = {
  ndjson: async () => toNdjson,
  csv: async () => (await import('./csv.ts')).toCsv,
  parquet: async () => (await import('./parquet.ts')).toParquet,
};
