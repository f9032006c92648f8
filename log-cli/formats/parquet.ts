import { zstdCompressSync } from 'node:zlib';
import { ByteWriter, type ColumnSource, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { ExportedEvent } from './exported-event.ts';
import type { Format } from './format.ts';

/** Events per row group. Memory holds one group, and programs that read the file read or skip whole groups. */
const rowGroupSize = 50_000;

/** Zstandard needs half the time and half the space of Snappy, which the library has built in. */
const compressors = { ZSTD: zstdCompressSync };

/** For columns whose values rarely repeat: a dictionary and bounds would cost time without a benefit. */
const withoutIndex = { encoding: 'PLAIN', statistics: false } as const;

/** Converts a UUID to its bytes, several times faster than the writer does. */
const toUuidBytes = (uuid: string | null) => uuid && Buffer.from(uuid.replaceAll('-', ''), 'hex');

const toColumns = (events: readonly ExportedEvent[]): ColumnSource[] => [
  { name: 'ordinal', type: 'INT64', nullable: false, data: events.map(({ ordinal }) => BigInt(ordinal)) },
  {
    name: 'recordedAt',
    type: 'TIMESTAMP',
    nullable: false,
    data: events.map(({ recordedAt }) => new Date(recordedAt)),
  },
  { name: 'stream', type: 'STRING', nullable: false, data: events.map(({ stream }) => stream) },
  { name: 'version', type: 'INT32', nullable: true, data: events.map(({ version }) => version) },
  { name: 'type', type: 'STRING', nullable: false, data: events.map(({ type }) => type) },
  { name: 'role', type: 'STRING', nullable: true, data: events.map(({ role }) => role) },
  { name: 'seeded', type: 'BOOLEAN', nullable: false, data: events.map(({ seeded }) => seeded) },
  {
    name: 'command',
    type: 'UUID',
    nullable: true,
    ...withoutIndex,
    data: events.map(({ command }) => toUuidBytes(command)),
  },
  { name: 'data', type: 'JSON', nullable: false, ...withoutIndex, data: events.map(({ data }) => data) },
];

/** Writes Apache Parquet, compressed with Zstandard. The column `data` contains JSON. */
export const toParquet: Format = async function* (pages) {
  const bytes = new ByteWriter();
  const file = new ParquetWriter({
    writer: bytes,
    schema: schemaFromColumnData({ columnData: toColumns([]) }),
    createdBy: 'Lyceum',
    codec: 'ZSTD',
    compressors,
  });
  /** Takes the bytes written since the last call. The writer counts all bytes itself, so its offsets stay correct. */
  const takeBytes = () => {
    const chunk = bytes.getBytes().slice();
    bytes.index = 0;
    return chunk;
  };
  const writeGroup = async (events: readonly ExportedEvent[]) => {
    await file.write({ columnData: toColumns(events), rowGroupSize });
    return takeBytes();
  };
  let buffered: ExportedEvent[] = [];
  for await (const page of pages) {
    buffered = buffered.concat(page);
    while (buffered.length >= rowGroupSize) {
      yield await writeGroup(buffered.slice(0, rowGroupSize));
      buffered = buffered.slice(rowGroupSize);
    }
  }
  if (buffered.length > 0) yield await writeGroup(buffered);
  await file.finish();
  yield takeBytes();
};
