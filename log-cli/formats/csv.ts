import { csvRow } from '#contract/csv.ts';
import type { PseudonymousEvent } from '#events/pseudonyms/pseudonymous-event.ts';
import type { Format } from './format.ts';

const header = csvRow([
  'position',
  'recordedAt',
  'stream',
  'version',
  'type',
  'role',
  'seeded',
  'command',
  'data',
]);

const toRow = ({
  position,
  recordedAt,
  stream,
  version,
  type,
  role,
  seeded,
  command,
  data,
}: PseudonymousEvent) =>
  csvRow([
    String(position),
    recordedAt,
    stream,
    String(version),
    type,
    role ?? '',
    String(seeded),
    command,
    JSON.stringify(data),
  ]);

/** Writes CSV with a header row. The column `data` contains JSON. */
export const toCsv: Format = async function* (pages) {
  yield header;
  for await (const page of pages) yield page.map(toRow).join('');
};
