/**
 * Every version of every event that was ever written must stay readable. `samples/<Type>.v<N>.json` holds one event as
 * it was stored (`stream` and `data`, personal fields encrypted under the samples' key) and as it must be decoded today
 * (`read`). A sample is never edited, except `read` when a new version adds an upcaster. For a new type, add an example to
 * examples.ts; for a new version, change the example. Then run `npx node events/catalogue/make-sample.ts Type`.
 */
import type { KeyObject } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue, type DomainEvent } from './catalogue.ts';
import { decodeEvent, subjectOfStored } from './codec/codec.ts';
import { examples } from './examples.ts';
import { personalFieldsOf } from './field-marks.ts';
import { type Sample, sampleKey, samplesFolder } from './make-sample.ts';

const files = readdirSync(samplesFolder).sort();
const readSample = (file: string): Sample => JSON.parse(readFileSync(join(samplesFolder, file), 'utf8'));
const decode = (sample: Sample, key: KeyObject | null): DomainEvent =>
  decodeEvent({ ...sample, data: structuredClone(sample.data) }, key);

test('every version of every event type has exactly one sample', () => {
  const expected = [...catalogue.values()].flatMap(({ type, version }) =>
    Array.from({ length: version }, (_, index) => `${type}.v${index + 1}.json`),
  );
  expect(files).toEqual(expected.sort());
});

test.each(files)('%s is decoded as expected and matches the current schema', (file) => {
  const sample = readSample(file);
  expect(`${sample.type}.v${sample.schemaVersion}.json`).toBe(file);
  const event = decode(sample, subjectOfStored(sample.data) === null ? null : sampleKey);
  expect(event.data).toEqual(sample.read);
  const schema = catalogue.get(sample.type)?.schema;
  expect(schema?.parse(event.data)).toEqual(event.data);
});

test.each(files)('%s is decoded without its key: personal fields are null, the others unchanged', (file) => {
  const sample = readSample(file);
  const schema = catalogue.get(sample.type)?.schema;
  if (!schema) throw new Error(`The catalogue has no definition of ${sample.type}.`);
  const expected = { ...sample.read };
  for (const field of personalFieldsOf(schema)) expected[field] = null;
  expect(decode(sample, null).data).toEqual(expected);
  expect(schema.parse(expected)).toEqual(expected);
});

test('every event type has an example', () => {
  expect(Object.keys(examples).sort()).toEqual([...catalogue.keys()].sort());
});
