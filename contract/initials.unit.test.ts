import { expect, test } from 'vitest';
import { imageAddress } from './fields/text.ts';
import { initialsAddress, initialsOf, parseInitialsPath } from './initials.ts';
import { isSharedPicture } from './is-shared-picture.ts';

test.each([
  ['Ada Lovelace', 'AL'],
  ['  ada   king  lovelace ', 'AL'],
  ['Plato', 'P'],
  ['রোকেয়া সাখাওয়াত', 'রোসা'],
  ['e\u0301milie Zola', 'ÉZ'],
  ['ßeta ﬁn', 'SF'],
  ['(Bob) 7th', 'B7'],
  ['<script> "&quot;"', 'SQ'],
  ['!!! ???', '?'],
  [' ', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test.each(['Ada Lovelace', 'রোকেয়া সাখাওয়াত', '!!!', '<svg/onload=alert(1)>'])(
  'the address for %j is accepted, shown to everybody, and leads back to the initials',
  (name) => {
    const address = initialsAddress(name) ?? '';
    expect(imageAddress('Image URL').parse(address)).toBe(address);
    expect(isSharedPicture(address, [])).toBe(true);
    expect(parseInitialsPath(address)).toBe(initialsOf(name));
  },
);

test('a blank name has no picture', () => {
  expect(initialsAddress('  ')).toBeNull();
});

test.each([
  '/initials/',
  '/initials/ABC',
  '/initials/A/B',
  '/initials/%3C',
  '/initials/A%26',
  '/initials/%22%3E',
  '/initials/%00',
  '/initials/%E0%A4%A',
  '/initials/%F0%9F%98%80',
  `/initials/A${encodeURIComponent('\u0301'.repeat(40))}`,
  `/initials/${'A'.repeat(100_000)}`,
  '/people/AB',
])('$0 has no initials', (path) => {
  expect(parseInitialsPath(path)).toBeNull();
});
