/** The rows of the two objects of a segment, and what the footer of the events object stores in addition. */
import { z } from 'zod';
import type { ArchivedEvent } from './archived-event.ts';
import { createDamagedError } from './parquet-object.ts';

/** The position of one version of a stream. */
export type StreamEntry = { stream: string; version: number; position: number };

/** The counts for `log stats`. The first and the last command may also have events in the neighbouring segments. */
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

const integerOf = (value: unknown, name: string): number => {
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw createDamagedError(name, 'a number is missing or too large');
};

const textOf = (value: unknown, name: string): string => {
  if (typeof value === 'string') return value;
  throw createDamagedError(name, 'a text is missing');
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
