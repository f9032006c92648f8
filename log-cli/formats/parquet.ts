import { ByteWriter, type ColumnSource, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { PseudonymousEvent } from '#events/pseudonyms/pseudonymous-event.ts';
import type { Format } from './formats.ts';

/** Events of a row group: what memory holds at most, and what a reader skips or reads at once. */
const rowGroup = 50_000;

const columnsOf = (events: readonly PseudonymousEvent[]): ColumnSource[] => [
  { name: 'position', type: 'INT64', nullable: false, data: events.map(({ position }) => BigInt(position)) },
  {
    name: 'recordedAt',
    type: 'TIMESTAMP',
    nullable: false,
    data: events.map((one) => new Date(one.recordedAt)),
  },
  { name: 'stream', type: 'STRING', nullable: false, data: events.map(({ stream }) => stream) },
  { name: 'version', type: 'INT32', nullable: false, data: events.map(({ version }) => version) },
  { name: 'type', type: 'STRING', nullable: false, data: events.map(({ type }) => type) },
  { name: 'role', type: 'STRING', nullable: true, data: events.map(({ role }) => role) },
  { name: 'seeded', type: 'BOOLEAN', nullable: false, data: events.map(({ seeded }) => seeded) },
  { name: 'command', type: 'UUID', nullable: false, data: events.map(({ command }) => command) },
  { name: 'data', type: 'JSON', nullable: false, data: events.map(({ data }) => data) },
];

/** Apache Parquet, compressed with Snappy; `data` is a column of JSON. Footers come last, so it must be read whole. */
export const parquetBytes: Format = async function* (pages) {
  const bytes = new ByteWriter();
  const file = new ParquetWriter({
    writer: bytes,
    schema: schemaFromColumnData({ columnData: columnsOf([]) }),
    createdBy: 'Lyceum',
  });
  /** What was written since the last time. The writer goes on counting, so what it says of places stays right. */
  const written = () => {
    const piece = bytes.getBytes().slice();
    bytes.index = 0;
    return piece;
  };
  const writeGroup = async (events: readonly PseudonymousEvent[]) => {
    await file.write({ columnData: columnsOf(events), rowGroupSize: rowGroup });
    return written();
  };
  let waiting: PseudonymousEvent[] = [];
  for await (const page of pages) {
    waiting = waiting.concat(page);
    while (waiting.length >= rowGroup) {
      yield await writeGroup(waiting.slice(0, rowGroup));
      waiting = waiting.slice(rowGroup);
    }
  }
  if (waiting.length > 0) yield await writeGroup(waiting);
  await file.finish();
  yield written();
};
