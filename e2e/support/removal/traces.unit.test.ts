import { expect, test } from 'vitest';
import { createSearch } from './traces.ts';

const note = 'A note with “quotes”, "more" & <b>\nlines of Zerafina’s';
const search = createSearch({ note });

test.each<[string, string | Buffer]>([
  ['in its plain form', `before ${note} after`],
  ['in capital letters', note.toUpperCase()],
  ['in JSON', JSON.stringify({ note })],
  ['in JSON in JSON', JSON.stringify({ body: JSON.stringify({ note }) })],
  ['in an array in a row of a table', `(1,"{""${note.replaceAll('"', '\\\\""')}""}")`],
  ['in a URL', `/notes?text=${encodeURIComponent(note)}`],
  ['in hexadecimal digits', `\\x00${Buffer.from(note).toString('hex')}ff`],
  ['in binary data', Buffer.concat([Buffer.from([0, 255, 200]), Buffer.from(note), Buffer.from([0])])],
  ['in base64 that starts with it', Buffer.from(`${note} and more`).toString('base64')],
  ['in base64, one byte later', Buffer.from(`.${note} and more`).toString('base64')],
  ['in base64, two bytes later', Buffer.from(`..${note}`).toString('base64')],
])('finds a trace %s', (_, haystack) => {
  expect(search(haystack)).toEqual(['note']);
});

test('finds nothing in other texts', () => {
  expect(search(`A note with other words. ${Buffer.from('Nothing').toString('base64')}`)).toEqual([]);
});
