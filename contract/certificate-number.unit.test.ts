import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCertificateNumber, parseCertificateNumber, randomSymbolCount } from './certificate-number.ts';

const anyRandomBytes = fc.uint8Array({ minLength: randomSymbolCount, maxLength: randomSymbolCount });
const anyNumber = fc
  .tuple(fc.integer({ min: 1000, max: 9999 }), anyRandomBytes)
  .map(([year, bytes]) => formatCertificateNumber(year, bytes));
const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

test('formats given bytes as the expected number, and parses its own numbers', () => {
  const bytes = Uint8Array.from([0, 1, 2, 3, 30, 31, 255, 100, 50, 25, 12]);
  expect(formatCertificateNumber(2026, bytes)).toBe('LYC-2026-0123-YZZ4-JSCR');
  fc.assert(
    fc.property(anyNumber, (number) => {
      expect(number).toMatch(/^LYC-\d{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
      expect(parseCertificateNumber(number)).toBe(number);
    }),
  );
});

test('gives different numbers if, and only if, the low five bits of a random byte differ', () => {
  fc.assert(
    fc.property(anyRandomBytes, anyRandomBytes, (one, two) => {
      const haveSameLowBits = one.every((byte, index) => (byte & 31) === ((two[index] ?? 0) & 31));
      expect(formatCertificateNumber(2026, one) === formatCertificateNumber(2026, two)).toBe(haveSameLowBits);
    }),
  );
});

test('detects a wrong symbol, and a swap of two different symbols', () => {
  fc.assert(
    fc.property(
      anyNumber,
      fc.nat(15),
      fc.nat(15),
      fc.constantFrom(...symbols),
      (number, index, otherIndex, symbol) => {
        const text = number.slice(4).replaceAll('-', '').split('');
        const wrong = text.with(index, symbol).join('');
        expect(parseCertificateNumber(wrong) === null).toBe(text[index] !== symbol);
        const swapped = text
          .with(index, text[otherIndex] ?? '')
          .with(otherIndex, text[index] ?? '')
          .join('');
        expect(parseCertificateNumber(swapped) === null).toBe(text[index] !== text[otherIndex]);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('parses numbers as users type them', () => {
  const number = formatCertificateNumber(2026, Uint8Array.from([0, 1, 2, 3, 30, 31, 255, 100, 50, 25, 12]));
  for (const typed of [
    number.toLowerCase(),
    ` ${number.replaceAll('-', ' ')} `,
    number.replaceAll('-', '–'),
    number.replace('LYC-', ''),
    number.replace('0123', 'ol23'),
  ])
    expect(parseCertificateNumber(typed)).toBe(number);
});

test('refuses text that is not a certificate number', () => {
  for (const typed of [
    '',
    'LYC',
    'LYC-2026',
    // The check symbol is correct, but the year is not a number.
    'LYC-ABCD-0123-YZZ4-JSCY',
    "'; drop table",
    'LYC-2026-0123-YZZ4-JSCR-0',
    '٢٠٢٦',
  ])
    expect(parseCertificateNumber(typed)).toBeNull();
});

test('throws for a year that does not have four digits, and for too few random bytes', () => {
  expect(() => formatCertificateNumber(26, new Uint8Array(randomSymbolCount))).toThrow(RangeError);
  expect(() => formatCertificateNumber(2026, new Uint8Array(3))).toThrow(RangeError);
});
