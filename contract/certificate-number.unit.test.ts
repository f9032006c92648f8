import fc from 'fast-check';
import { expect, test } from 'vitest';
import { certificateNumber, randomSymbols, readCertificateNumber } from './certificate-number.ts';

const random = fc.uint8Array({ minLength: randomSymbols, maxLength: randomSymbols });
const anyNumber = fc
  .tuple(fc.integer({ min: 1000, max: 9999 }), random)
  .map(([year, bytes]) => certificateNumber(year, bytes));
const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

test('a number is readable, and the same bytes give the same one for ever', () => {
  const bytes = Uint8Array.from([0, 1, 2, 3, 30, 31, 255, 100, 50, 25, 12]);
  expect(certificateNumber(2026, bytes)).toBe('LYC-2026-0123-YZZ4-JSCR');
  fc.assert(
    fc.property(anyNumber, (number) => {
      expect(number).toMatch(/^LYC-\d{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
      expect(readCertificateNumber(number)).toBe(number);
    }),
  );
});

test('all 55 bits of the random bytes are in it', () => {
  fc.assert(
    fc.property(random, random, (one, two) => {
      const same = one.every((byte, index) => (byte & 31) === ((two[index] ?? 0) & 31));
      expect(certificateNumber(2026, one) === certificateNumber(2026, two)).toBe(same);
    }),
  );
});

test('one wrong symbol, and two that changed places, are always found', () => {
  fc.assert(
    fc.property(
      anyNumber,
      fc.nat(15),
      fc.nat(15),
      fc.constantFrom(...symbols),
      (number, at, other, symbol) => {
        const text = number.slice(4).replaceAll('-', '').split('');
        const wrong = text.with(at, symbol).join('');
        expect(readCertificateNumber(wrong) === null).toBe(text[at] !== symbol);
        const swapped = text
          .with(at, text[other] ?? '')
          .with(other, text[at] ?? '')
          .join('');
        expect(readCertificateNumber(swapped) === null).toBe(text[at] !== text[other]);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('it is understood as people type it and read it out', () => {
  const number = certificateNumber(2026, Uint8Array.from([0, 1, 2, 3, 30, 31, 255, 100, 50, 25, 12]));
  for (const typed of [
    number.toLowerCase(),
    ` ${number.replaceAll('-', ' ')} `,
    number.replaceAll('-', '–'),
    number.replace('LYC-', ''),
    number.replace('0123', 'o123').replace('0123', 'Ol23'),
  ])
    expect(readCertificateNumber(typed)).toBe(number);
});

test('what cannot be a number is none', () => {
  for (const typed of [
    '',
    'LYC',
    'LYC-2026',
    'LYC-ABCD-0123-YZZ4-JSC0',
    "'; drop table",
    'LYC-2026-0123-YZZ4-JSCR-0',
    '٢٠٢٦',
  ])
    expect(readCertificateNumber(typed)).toBeNull();
  expect(() => certificateNumber(26, new Uint8Array(randomSymbols))).toThrow(RangeError);
  expect(() => certificateNumber(2026, new Uint8Array(3))).toThrow(RangeError);
});
