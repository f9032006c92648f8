import { expect, test } from 'vitest';
import { z } from 'zod';
import { catalogue } from '#events/catalogue/catalogue.ts';
import { defineEvent } from '#events/catalogue/define-event.ts';
import { findMisreadEvents, recordEvents } from './event-records.ts';
import { readReleaseRecord } from './release-record.ts';

const recordOf = (schema: z.ZodObject, version = 1) =>
  recordEvents(new Map([['NoteTaken', defineEvent({ type: 'NoteTaken', summary: '', version, schema })]]));
const previous = recordOf(z.object({ text: z.string(), colour: z.enum(['red', 'blue']).optional() }));

test('services of the previous release read every event correctly, or notice that they cannot read it', () => {
  expect(findMisreadEvents(readReleaseRecord().events, recordEvents(catalogue))).toEqual([]);
});

test.each([
  ['the same shape', recordOf(z.object({ text: z.string(), colour: z.enum(['red', 'blue']).optional() }))],
  [
    'a new field',
    recordOf(z.object({ text: z.string(), colour: z.enum(['red', 'blue']).optional(), page: z.int() })),
  ],
  ['a different shape in a new version', recordOf(z.object({ words: z.string() }), 2)],
])('accepts %s', (_, current) => {
  expect(findMisreadEvents(previous, current)).toEqual([]);
});

test.each([
  [
    'a field is missing',
    recordOf(z.object({ colour: z.enum(['red', 'blue']).optional() })),
    'NoteTaken.text has',
  ],
  [
    'a field has a different type',
    recordOf(z.object({ text: z.number(), colour: z.enum(['red', 'blue']).optional() })),
    'NoteTaken.text has',
  ],
  [
    'a field became optional',
    recordOf(z.object({ text: z.string().optional(), colour: z.enum(['red', 'blue']).optional() })),
    'NoteTaken.text has',
  ],
  [
    'a field has one more value',
    recordOf(z.object({ text: z.string(), colour: z.enum(['red', 'blue', 'green']).optional() })),
    'NoteTaken.colour has',
  ],
  ['the type is gone', {}, 'NoteTaken is no longer defined'],
  ['the version went back', recordOf(z.object({ text: z.string() }), 0), 'NoteTaken went back'],
])('refuses a change if %s', (_, current, sentence) => {
  expect(findMisreadEvents(previous, current)[0]).toContain(sentence);
});
