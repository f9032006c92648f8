/**
 * `npx node events/catalogue/make-sample.ts Type …` writes a sample of the current version of each named event type, made
 * from its example in examples.ts. Run it once for a new type or version; an existing sample is never overwritten.
 */
import { createHash, createSecretKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeEvent, type StoredData } from './codec/codec.ts';
import { examples } from './examples.ts';

export const samplesFolder = join(import.meta.dirname, 'samples');

/** The key of the person in the samples. It is not secret. */
export const sampleKey = createSecretKey(createHash('sha256').update('the key of the samples').digest());

export type Sample = {
  type: string;
  schemaVersion: number;
  stream: string;
  /** The stored data. */
  data: StoredData;
  /** The data that the current code must decode from `data`. */
  read: Record<string, unknown>;
};

if (import.meta.main)
  for (const type of process.argv.slice(2)) {
    const example = Object.values(examples).find(({ event }) => event.type === type);
    if (!example) throw new Error(`examples.ts has no example of ${type}. Add one first.`);
    const { stream, event } = example;
    const stored = encodeEvent(event, stream, () => sampleKey);
    const sample: Sample = { ...stored, stream, data: JSON.parse(stored.data), read: event.data };
    const file = join(samplesFolder, `${type}.v${stored.schemaVersion}.json`);
    writeFileSync(file, `${JSON.stringify(sample, null, 2)}\n`, { flag: 'wx' });
  }
