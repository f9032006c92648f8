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

/**
 * Returns the data as JSON in which semicolons are escaped. The guard of {@link formatCsvRow} would add apostrophes after some
 * semicolons, and so change the data. JSON has semicolons only within texts.
 */
const formatData = (data: ExportedEvent['data']): string => JSON.stringify(data).replaceAll(';', '\\u003b');

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
    formatData(data),
  ]);

/** Writes CSV with a header row. The column `data` contains JSON. */
export const toCsv: Format = async function* (pages) {
  yield header;
  for await (const page of pages) yield page.map(toRow).join('');
};
