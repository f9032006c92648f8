import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineEvent } from '../define-event.ts';
import { personal } from '../field-marks.ts';
import { createCodec, EventShapeError } from './codec.ts';
import { UnstorableTextError } from './storable-text.ts';

type NoteKept = { type: 'NoteKept'; data: Record<string, unknown> };

const noteKept = defineEvent({
  type: 'NoteKept',
  version: 3,
  summary: 'A person kept a note.',
  schema: z.object({ owner: z.string(), text: personal(z.string()), words: z.number(), pinned: z.boolean() }),
  subject: (_, data) => data.owner,
  upcasters: {
    // Version 1 called the text `note`; version 2 added its number of words, which is 0 for an erased text.
    1: ({ note, ...data }) => ({
      ...data,
      text: note,
      words: `${note ?? ''}`.split(' ').filter(Boolean).length,
    }),
    2: (data) => ({ ...data, pinned: false }),
  },
});
const codec = createCodec<NoteKept>(new Map([[noteKept.type, noteKept]]));

const newKey = () => createSecretKey(randomBytes(32));
const key = newKey();
const note: NoteKept = {
  type: 'NoteKept',
  data: { owner: 'ann', text: 'my secret', words: 2, pinned: true },
};
const encode = (data: Record<string, unknown> = note.data, stream = 'note-1') =>
  codec.encodeEvent({ type: 'NoteKept', data }, stream, () => key);
const decode = (
  stored: { data: string },
  options: { key?: KeyObject | null; stream?: string; schemaVersion?: number } = {},
) =>
  codec.decodeEvent(
    {
      type: 'NoteKept',
      schemaVersion: options.schemaVersion ?? 3,
      stream: options.stream ?? 'note-1',
      data: JSON.parse(stored.data),
    },
    options.key === undefined ? key : options.key,
  );

test('encrypts personal fields, and decodes what it has encoded', () => {
  const stored = encode();
  expect(stored.data).not.toContain('secret');
  expect(JSON.parse(stored.data)).toMatchObject({ owner: 'ann', words: 2, $personal: { of: 'ann' } });
  expect(decode(stored)).toEqual(note);
  expect(encode().data).not.toBe(stored.data);
});

test('decodes personal fields as null without the key and leaves the other fields unchanged', () => {
  expect(decode(encode(), { key: null }).data).toEqual({ ...note.data, text: null });
});

test('rejects a wrong key, and encrypted fields that were moved to another stream or person', () => {
  expect(() => decode(encode(), { key: newKey() })).toThrow('unable to authenticate');
  expect(() => decode(encode(), { stream: 'note-2' })).toThrow('unable to authenticate');
  const stored = JSON.parse(encode().data);
  stored.$personal.of = 'ben';
  expect(() => decode({ data: JSON.stringify(stored) })).toThrow('unable to authenticate');
});

test('upcasts old versions step by step, even if their personal fields were erased', () => {
  const firstVersion = defineEvent({
    type: 'NoteKept',
    summary: '',
    schema: z.object({ owner: z.string(), note: personal(z.string()) }),
    subject: (_, data) => data.owner,
  });
  const stored = createCodec<NoteKept>(new Map([['NoteKept', firstVersion]])).encodeEvent(
    { type: 'NoteKept', data: { owner: 'ann', note: 'one two three' } },
    'note-1',
    () => key,
  );
  expect(decode(stored, { schemaVersion: 1 }).data).toEqual({
    owner: 'ann',
    text: 'one two three',
    words: 3,
    pinned: false,
  });
  expect(decode(stored, { schemaVersion: 1, key: null }).data).toMatchObject({ text: null, words: 0 });
});

describe('validation', () => {
  test('rejects data that does not match the schema, and drops unknown fields without an error', () => {
    expect(() => encode({ ...note.data, words: 'two' })).toThrow(EventShapeError);
    expect(decode(encode({ ...note.data, more: 1 }))).toEqual(note);
  });
  test('rejects a personal field that is null when it is written', () => {
    expect(() => encode({ ...note.data, text: null })).toThrow('without its personal field text');
  });
  test.each(['a\u0000b', '\ud800', 'x\udfffy', '\\\u0000', '\\\\\ud83d'])(
    'rejects text that cannot be stored: %j',
    (text) => {
      expect(() => encode({ ...note.data, text })).toThrow(UnstorableTextError);
      expect(() => encode({ ...note.data, owner: text })).toThrow(UnstorableTextError);
    },
  );
  test.each(['\\u0000', '\\\\ud800', '\u0001 \u001f', '\\\\\\u0000', '😀'])('accepts %j', (text) => {
    expect(decode(encode({ ...note.data, text, owner: text })).data).toMatchObject({ text, owner: text });
  });
  test('rejects a newer version and an unknown type', () => {
    expect(() => decode(encode(), { schemaVersion: 4 })).toThrow('Deploy readers before writers');
    expect(() => codec.decodeEvent({ type: 'Other', schemaVersion: 1, stream: 'x', data: {} }, null)).toThrow(
      'does not know the event Other',
    );
  });
  test('rejects a definition that has personal fields but no subject', () => {
    const withoutSubject = defineEvent({
      type: 'X',
      summary: '',
      schema: z.object({ a: personal(z.string()) }),
    });
    expect(() => createCodec(new Map([['X', withoutSubject]]))).toThrow('no subject');
  });
});
