import { expect, test, vi } from 'vitest';
import { emailAddress, oneLineText, requiredText, shownLine } from './text.ts';

const getErrorSentence = (schema: ReturnType<typeof requiredText>, input: unknown) =>
  schema.safeParse(input).error?.issues[0]?.message;

test('reports a missing or blank text as required, and a value of a different type as not text', () => {
  const name = requiredText('Name', 5);
  for (const missing of [undefined, '', ' \t '])
    expect(getErrorSentence(name, missing)).toBe('Name is required.');
  for (const other of [null, 7, ['x']]) expect(getErrorSentence(name, other)).toBe('Name must be text.');
  expect(emailAddress('Email').safeParse(undefined).error?.issues[0]?.message).toBe('Email is required.');
});

test('normalizes and trims before it checks the length', () => {
  expect(requiredText('Name', 1).parse(' e\u0301 ')).toBe('é');
});

test('refuses characters that PostgreSQL or JSON consumers refuse', () => {
  for (const text of ['a\u0000b', '\ud800', 'x\udc00y'])
    expect(getErrorSentence(requiredText('Name', 9), text)).toBe(
      'Name contains characters that cannot be stored.',
    );
});

test('refuses more accents in a row than any language needs, before they are normalized, which would be slow', () => {
  const note = requiredText('Note', 10_000);
  expect(note.parse(`a${'\u0323\u0300'.repeat(15)}b${'\u0300'.repeat(30)}`)).toHaveLength(61);
  const normalize = vi.spyOn(String.prototype, 'normalize');
  for (const accents of [
    '\u0300'.repeat(31),
    '\u0315'.repeat(24_000) + '\u0300'.repeat(24_000),
    // Invisible characters, some of which are marks themselves, do not end the row.
    `${'\u0300'.repeat(30)}\u200B\u0300`,
    '\u0300\uFE00\u200D'.repeat(16),
  ])
    expect(getErrorSentence(note, `a${accents}`)).toBe(
      'Note has more than 30 accents in a row. Remove some of them.',
    );
  // This character is both a mark and invisible. The pattern must not try all combinations of the two, which would be very slow.
  expect(note.parse('\uFE00'.repeat(30))).toHaveLength(30);
  const normalizedLengths = normalize.mock.contexts.map((text) => `${text}`.length);
  normalize.mockRestore();
  expect(Math.max(0, ...normalizedLengths)).toBeLessThan(100);
});

test.each(['\u200B', '\u3164', '\u2800', '\u00AD\uFEFF', '\u200D\u200C', '\u0301'])(
  'refuses a name without a visible character: %j',
  (name) => {
    expect(getErrorSentence(oneLineText('Name', 9), name)).toBe('Name must contain a visible character.');
  },
);

test.each(['\u202Eeniug', 'a\u202Ab', '\u2066x\u2069', 'x\u200E', 'x\u200Fy', '\u061Cx'])(
  'refuses a name with direction characters: %j',
  (name) => {
    expect(getErrorSentence(oneLineText('Name', 9), name)).toBe(
      'Name contains invisible characters that change the direction of the text. Type it instead of pasting it.',
    );
  },
);

test.each(['Ann\nAdmin', 'Ann\r\nAdmin', 'Ann\u2028Admin', 'Ann\u0085Admin', 'Ann\vAdmin'])(
  'refuses a name with a line break: %j',
  (name) => {
    expect(getErrorSentence(oneLineText('Name', 20), name)).toBe('Name must not contain line breaks.');
  },
);

test.each(['Zoë O’Neill', 'نیم\u200Cفاصله', 'क्\u200Dष', 'יעל', '李', '👩\u200D🏫', '7'])(
  'accepts the name %j',
  (name) => {
    expect(oneLineText('Name', 20).parse(name)).toBe(name.normalize('NFC'));
  },
);

test('shows stored lines without direction characters and otherwise unchanged', () => {
  expect(shownLine().parse('\u202Eeniug\u2069 نیم\u200Cفاصله ')).toBe('eniug نیم\u200Cفاصله ');
});
