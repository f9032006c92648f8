import { expect, test } from 'vitest';
import { createSearch } from './traces.ts';

const note = 'A note with “quotes”, "more" & <b>\nlines of Zerafina’s';
const search = createSearch({ note });

test.each<[string, string | Buffer]>([
  ['as it is', `before ${note} after`],
  ['in other letters', note.toUpperCase()],
  ['in JSON', JSON.stringify({ note })],
  ['in JSON in JSON', JSON.stringify({ body: JSON.stringify({ note }) })],
  ['in an array in a row of a table', `(1,"{""${note.replaceAll('"', '\\\\\\\\""')}""}")`],
  ['in an address', `/notes?text=${encodeURIComponent(note)}`],
  ['in hexadecimal digits', `\\x00${Buffer.from(note).toString('hex')}ff`],
  ['in a file of bytes', Buffer.concat([Buffer.from([0, 255, 200]), Buffer.from(note), Buffer.from([0])])],
  ['in base64 that begins with it', Buffer.from(`${note} and more`).toString('base64')],
  ['in base64, one letter later', Buffer.from(`.${note} and more`).toString('base64')],
  ['in base64, two letters later', Buffer.from(`..${note}`).toString('base64')],
])('a trace is found %s', (_, haystack) => {
  expect(search(haystack)).toEqual(['note']);
});

test('and not where it is not', () => {
  expect(search(`A note with other words. ${Buffer.from('Nothing').toString('base64')}`)).toEqual([]);
});
