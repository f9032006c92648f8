import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createCodec, EventShapeError, type StoredData } from './codec.ts';
import { defineEvent, type EventDefinition } from '../define-event.ts';
import { personal } from '../field-marks.ts';
import { UnstorableTextError } from './storable-text.ts';

const noteKept = defineEvent({
  type: 'NoteKept',
  version: 3,
  summary: 'A person kept a note.',
  schema: z.object({ owner: z.string(), text: personal(z.string()), words: z.number(), pinned: z.boolean() }),
  subject: (_, data) => data.owner,
  upcasters: {
    // Version 1 called the text `note`; 2 added how many words it has, which is not known of a text that is gone.
    1: ({ note, ...data }) => ({
      ...data,
      text: note,
      words: `${note ?? ''}`.split(' ').filter(Boolean).length,
    }),
    2: (data) => ({ ...data, pinned: false }),
  },
});
const definitions = new Map([[noteKept.type, noteKept as unknown as EventDefinition]]);
const codec = createCodec<{ type: 'NoteKept'; data: Record<string, unknown> }>(definitions);

const newKey = () => createSecretKey(randomBytes(32));
const key = newKey();
const note = { type: 'NoteKept' as const, data: { owner: 'ann', text: 'my secret', words: 2, pinned: true } };
const store = (data: Record<string, unknown> = note.data, stream = 'note-1') =>
  codec.encodeEvent({ type: 'NoteKept', data }, stream, () => key);
const read = (
  stored: { data: string },
  options: { key?: KeyObject | null; stream?: string; schemaVersion?: number } = {},
) =>
  codec.decodeEvent(
    {
      type: 'NoteKept',
      schemaVersion: options.schemaVersion ?? 3,
      stream: options.stream ?? 'note-1',
      data: JSON.parse(stored.data) as StoredData,
    },
    options.key === undefined ? key : options.key,
  );

test('what is written is read again, and its personal fields stand nowhere in the stored text', () => {
  const stored = store();
  expect(stored.data).not.toContain('secret');
  expect(JSON.parse(stored.data)).toMatchObject({ owner: 'ann', words: 2, $personal: { of: 'ann' } });
  expect(read(stored)).toEqual(note);
  expect(store().data).not.toBe(stored.data);
});

test('without the key personal fields are null and all else is as it was', () => {
  expect(read(store(), { key: null }).data).toEqual({ ...note.data, text: null });
});

test('a box is bound to its person, stream and kind of event', () => {
  expect(() => read(store(), { key: newKey() })).toThrow();
  expect(() => read(store(), { stream: 'note-2' })).toThrow();
  const stored = JSON.parse(store().data);
  stored.$personal.of = 'ben';
  expect(() => read({ data: JSON.stringify(stored) })).toThrow();
});

test('old versions are brought up step by step, also when their personal fields are gone', () => {
  const first = createCodec<{ type: 'NoteKept'; data: Record<string, unknown> }>(
    new Map([
      [
        'NoteKept',
        defineEvent({
          type: 'NoteKept',
          summary: '',
          schema: z.object({ owner: z.string(), note: personal(z.string()) }),
          subject: (_: string, data: { owner: string }) => data.owner,
        }) as unknown as EventDefinition,
      ],
    ]),
  );
  const stored = first.encodeEvent(
    { type: 'NoteKept', data: { owner: 'ann', note: 'one two three' } },
    'note-1',
    () => key,
  );
  expect(read(stored, { schemaVersion: 1 }).data).toEqual({
    owner: 'ann',
    text: 'one two three',
    words: 3,
    pinned: false,
  });
  expect(read(stored, { schemaVersion: 1, key: null }).data).toMatchObject({ text: null, words: 0 });
});

describe('refused', () => {
  test('what does not fit the schema, and unknown fields do not get in', () => {
    expect(() => store({ ...note.data, words: 'two' })).toThrow(EventShapeError);
    expect(read(store({ ...note.data, more: 1 }))).toEqual(note);
  });
  test('a personal field that is missing when it is written', () => {
    expect(() => store({ ...note.data, text: null })).toThrow('without its personal field text');
  });
  test.each(['a\u0000b', '\ud800', 'x\udfffy', '\\\u0000', '\\\\\ud83d'])(
    'text that cannot be stored: %j',
    (text) => {
      expect(() => store({ ...note.data, text })).toThrow(UnstorableTextError);
      expect(() => store({ ...note.data, owner: text })).toThrow(UnstorableTextError);
    },
  );
  test.each(['\\u0000', '\\\\ud800', '\u0001 \u001f', '\\\\\\u0000', '😀'])('but not: %j', (text) => {
    expect(read(store({ ...note.data, text, owner: text })).data).toMatchObject({ text, owner: text });
  });
  test('a version from the future, and a type that is not known', () => {
    expect(() => read(store(), { schemaVersion: 4 })).toThrow('readers must be deployed first');
    expect(() => codec.decodeEvent({ type: 'Other', schemaVersion: 1, stream: 'x', data: {} }, null)).toThrow(
      'does not know the event Other',
    );
  });
  test('a definition with personal fields and nobody whose key encrypts them', () => {
    const homeless = defineEvent({ type: 'X', summary: '', schema: z.object({ a: personal(z.string()) }) });
    expect(() => createCodec(new Map([['X', homeless as unknown as EventDefinition]]))).toThrow('no subject');
  });
});
