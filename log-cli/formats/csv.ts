import { formatCsvRow } from '#contract/csv.ts';
import type { ExportedEvent } from './exported-event.ts';
import type { Format } from './format.ts';

const header = formatCsvRow([
  'ordinal',
  'recordedAt',
  'stream',
  'version',
  'type',
  'role',
  'seeded',
  'command',
  'data',
]);

const toRow = ({ ordinal, recordedAt, stream, version, type, role, seeded, command, data }: ExportedEvent) =>
  formatCsvRow([
    String(ordinal),
    recordedAt,
    stream,
    version === null ? '' : String(version),
    type,
    role ?? '',
    String(seeded),
    command ?? '',
    JSON.stringify(data),
  ]);

/** Writes CSV with a header row. The column `data` contains JSON. */
export const toCsv: Format = async function* (pages) {
  yield header;
  for await (const page of pages) yield page.map(toRow).join('');
};
