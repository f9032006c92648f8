import { stringify } from 'csv-stringify/sync';
import type { Format } from './formats.ts';

const columns = [
  'position',
  'recordedAt',
  'stream',
  'version',
  'type',
  'role',
  'seeded',
  'command',
  'data',
] as const;

/**
 * RFC 4180 with a header; `data` is JSON. A value that a spreadsheet would take for a formula cannot stand at the
 * beginning of a cell: `data` begins with a brace, all the others are names, numbers and ids of ours.
 */
export const csvBytes: Format = async function* (pages) {
  yield `${columns.join(',')}\r\n`;
  for await (const page of pages)
    yield stringify(
      page.map((event) => ({ ...event, seeded: `${event.seeded}`, data: JSON.stringify(event.data) })),
      { columns: [...columns], record_delimiter: 'windows' },
    );
};
