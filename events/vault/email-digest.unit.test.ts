import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { digestEmail, normalizeEmail } from './email-digest.ts';

test.each([
  ['composed and decomposed letters', 'zo\u00EB@school.example', 'zoe\u0308@school.example'],
  ['upper and lower case', 'Zoe@School.example', 'zoe@school.EXAMPLE'],
  ['full-width letters', '\uFF5A\uFF4F\uFF45@school.example', 'zoe@school.example'],
  ['ligatures', 'o\uFB03ce@school.example', 'office@school.example'],
  ['sharp s', 'stra\u00DFe@school.example', 'STRASSE@school.example'],
  ['final sigma', 'nik\u03BF\u03C2@school.example', 'NIK\u039F\u03A3@school.example'],
  ['invisible characters', 'zo\u200De@school.example', 'zoe@school.example'],
])('ignores differences in an address: %s', (_, one, other) => {
  expect(normalizeEmail(one)).toBe(normalizeEmail(other));
});

test('distinguishes addresses with a different letter or with a suffix', () => {
  expect(normalizeEmail('zo\u00EB@school.example')).not.toBe(normalizeEmail('zoe@school.example'));
  expect(normalizeEmail('zoe+a@school.example')).not.toBe(normalizeEmail('zoe@school.example'));
});

test('gives one address different digests under different keys', () => {
  const [one, other] = [1, 2].map((byte) => createSecretKey(Buffer.alloc(32, byte)));
  if (!one || !other) throw new Error('A key is missing.');
  expect(digestEmail(one, 'zoe@school.example')).not.toEqual(digestEmail(other, 'zoe@school.example'));
});
