/** The columns of the two objects of a segment, and what their footers store in addition. */
import { type ColumnSource, schemaFromColumnData } from 'hyparquet-writer';
import { z } from 'zod';
import type { ArchivedEvent } from './archived-event.ts';
import { createDamage } from './parquet-object.ts';

/** The position of one version of a stream. */
export type StreamEntry = { stream: string; version: number; position: number };

/** What `log stats` shows. The first and the last command may have events in the neighbouring segments, too. */
export const segmentCounts = z.object({
  streams: z.number().int(),
  commands: z.number().int(),
  firstCommand: z.string(),
  lastCommand: z.string(),
  types: z.record(z.string(), z.number().int()),
});
export type SegmentCounts = z.infer<typeof segmentCounts>;

/** The reference from the events object to the streams object. */
export const streamsReference = z.object({
  bytes: z.number().int().positive(),
  footerSha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Keys of the footer of the events object. */
export const countsKey = 'lyceum.counts';
export const streamsKey = 'lyceum.streams';

/** No reader searches for these values, so they have no bounds. */
const withoutBounds = { encoding: 'PLAIN', statistics: false, offsetIndex: false } as const;
const ascending = { encoding: 'DELTA_BINARY_PACKED', offsetIndex: false } as const;
const small = { statistics: false, offsetIndex: false } as const;

const text = (name: string, data: string[]): ColumnSource => ({
  ...{ name, type: 'STRING', nullable: false, data },
  ...withoutBounds,
});

/** Returns the columns of the events object for some events. */
export const toEventColumns = (events: readonly ArchivedEvent[]): ColumnSource[] => [
  {
    ...{ name: 'position', type: 'INT64', nullable: false, ...ascending },
    data: events.map(({ position }) => BigInt(position)),
  },
  text(
    'stream',
    events.map(({ stream }) => stream),
  ),
  { name: 'version', type: 'INT32', nullable: false, ...small, data: events.map(({ version }) => version) },
  { name: 'type', type: 'STRING', nullable: false, ...small, data: events.map(({ type }) => type) },
  {
    ...{ name: 'schema_version', type: 'INT32', nullable: false, ...small },
    data: events.map(({ schemaVersion }) => schemaVersion),
  },
  { name: 'recorded_at', ...ascending, data: events.map(({ recordedAt }) => BigInt(recordedAt)) },
  {
    ...{ name: 'command_id', type: 'UUID', nullable: false, ...withoutBounds },
    data: events.map(({ commandId }) => Buffer.from(commandId.replaceAll('-', ''), 'hex')),
  },
  // Texts and not the type JSON, which would write the JSON anew. The hashes need the exact texts.
  text(
    'data',
    events.map(({ data }) => data),
  ),
  text(
    'metadata',
    events.map(({ metadata }) => metadata),
  ),
];

export const eventsSchema = schemaFromColumnData({
  columnData: toEventColumns([]),
  schemaOverrides: {
    recorded_at: {
      name: 'recorded_at',
      type: 'INT64',
      repetition_type: 'REQUIRED',
      converted_type: 'TIMESTAMP_MICROS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
    },
  },
});

/** Returns the columns of the streams object for some entries. */
export const toStreamColumns = (entries: readonly StreamEntry[]): ColumnSource[] => [
  {
    ...{ name: 'stream', type: 'STRING', nullable: false, encoding: 'PLAIN', offsetIndex: false },
    data: entries.map(({ stream }) => stream),
  },
  { name: 'version', type: 'INT32', nullable: false, ...small, data: entries.map(({ version }) => version) },
  {
    ...{ name: 'position', type: 'INT64', nullable: false, ...withoutBounds },
    data: entries.map(({ position }) => BigInt(position)),
  },
];

export const streamsSchema = schemaFromColumnData({ columnData: toStreamColumns([]) });

const integerOf = (value: unknown, name: string): number => {
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw createDamage(name, 'a number is missing or too large');
};

const textOf = (value: unknown, name: string): string => {
  if (typeof value === 'string') return value;
  throw createDamage(name, 'a text is missing');
};

/** Converts a row of the events object. @param name of the object, for errors. */
export const toArchivedEvent = (row: readonly unknown[], name: string): ArchivedEvent => ({
  position: integerOf(row[0], name),
  stream: textOf(row[1], name),
  version: integerOf(row[2], name),
  type: textOf(row[3], name),
  schemaVersion: integerOf(row[4], name),
  recordedAt: integerOf(row[5], name),
  commandId: textOf(row[6], name),
  data: textOf(row[7], name),
  metadata: textOf(row[8], name),
});

/** Converts a row of the streams object. @param name of the object, for errors. */
export const toStreamEntry = (row: readonly unknown[], name: string): StreamEntry => ({
  stream: textOf(row[0], name),
  version: integerOf(row[1], name),
  position: integerOf(row[2], name),
});
