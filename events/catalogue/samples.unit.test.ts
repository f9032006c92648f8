/**
 * Every version of every event that was ever written must be readable for ever. `samples/<Type>.v<N>.json` holds one
 * as it was stored: `stream`, `data` (the stored text's content, personal fields in a box under the samples' key), and
 * `read`: what it must be read as today. A sample is never edited, except `read` when a new version adds an upcaster.
 * A new event or version: `npx node events/catalogue/make-sample.ts Type`, with data in that file's examples.
 */
import type { KeyObject } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue, type DomainEvent } from './catalogue.ts';
import { decodeEvent, personIn } from './codec/codec.ts';
import { examples } from './examples.ts';
import { type Sample, sampleKey, samplesFolder } from './make-sample.ts';
import { personalFieldsOf } from './field-marks.ts';

const files = readdirSync(samplesFolder).sort();
const sampleOf = (file: string): Sample => JSON.parse(readFileSync(join(samplesFolder, file), 'utf8'));
const decode = (sample: Sample, key: KeyObject | null): DomainEvent =>
  decodeEvent({ ...sample, data: structuredClone(sample.data) }, key);

test('every version of every event has a sample, and every sample is of one', () => {
  const expected = [...catalogue.values()].flatMap(({ type, version }) =>
    Array.from({ length: version }, (_, index) => `${type}.v${index + 1}.json`),
  );
  expect(files).toEqual(expected.sort());
});

test.each(files)('%s is read as it was meant, and fits the schema of today', (file) => {
  const sample = sampleOf(file);
  expect(`${sample.type}.v${sample.schemaVersion}.json`).toBe(file);
  const event = decode(sample, personIn(sample.data) === null ? null : sampleKey);
  expect(event.data).toEqual(sample.read);
  const schema = catalogue.get(sample.type)?.schema;
  expect(schema?.parse(event.data)).toEqual(event.data);
});

test.each(files)('%s is read without its key too: null where it was personal, all else as before', (file) => {
  const sample = sampleOf(file);
  const schema = catalogue.get(sample.type)?.schema;
  if (!schema) throw new Error(`No definition of ${sample.type}.`);
  const expected = { ...sample.read };
  for (const field of personalFieldsOf(schema)) expected[field] = null;
  expect(decode(sample, null).data).toEqual(expected);
  expect(schema.parse(expected)).toEqual(expected);
});

test('an example stands for every event, of its current version', () => {
  expect(Object.keys(examples).sort()).toEqual([...catalogue.keys()].sort());
});
