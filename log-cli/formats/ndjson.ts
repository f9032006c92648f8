import { linesOf } from '#events/pseudonyms/walk.ts';
import type { Format } from './formats.ts';

/** One event a line, as JSON. */
export const ndjsonBytes: Format = async function* (pages) {
  for await (const page of pages) yield linesOf(page);
};
