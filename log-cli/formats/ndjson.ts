import type { Format } from './formats.ts';

/** One event a line, as JSON. */
export const ndjsonBytes: Format = async function* (pages) {
  for await (const page of pages) yield page.map((event) => `${JSON.stringify(event)}\n`).join('');
};
