import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A statement that services of the previous release send. */
const statement = z.strictObject({
  /** The database role of the service. */
  role: z.string(),
  searchPath: z.string(),
  text: z.string(),
});
export type Statement = z.infer<typeof statement>;

const eventRecord = z.strictObject({
  version: z.number().int(),
  required: z.array(z.string()),
  properties: z.record(z.string(), z.unknown()),
});
/** The shape of an event in its latest version: JSON Schemas of its fields. */
export type EventRecord = z.infer<typeof eventRecord>;

const releaseRecord = z.strictObject({
  /** The commit of the release. */
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  events: z.record(z.string(), eventRecord),
  statements: z.array(statement),
});
/** A record of what the previous release expects of the database, and of what it writes into the log. */
export type ReleaseRecord = z.infer<typeof releaseRecord>;

const file = join(import.meta.dirname, 'previous-release.json');

/** Reads the record of the previous release. */
export const readReleaseRecord = (): ReleaseRecord =>
  releaseRecord.parse(JSON.parse(readFileSync(file, 'utf8')));

/** Replaces the record. */
export const writeReleaseRecord = (record: ReleaseRecord): void =>
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
