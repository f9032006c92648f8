/** The columns of the two objects of a segment, for the writer. */
import { type ColumnSource, schemaFromColumnData } from 'hyparquet-writer';
import type { ArchivedEvent } from './archived-event.ts';
import type { StreamEntry } from './segment-schema.ts';

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
  // Texts rather than the type JSON, which would serialize the JSON again. The hashes need the exact texts.
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
