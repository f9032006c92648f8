/**
 * The number of a certificate, printed on it and in the address of its public page: `LYC-2026-7Q4M-2X9D-K3TS`.
 * The year it was issued in, eleven random symbols (55 bits: nobody finds one by trying), a check symbol.
 * Crockford's base 32: no I, L, O and U, so nothing is misread, and what is misread all the same is understood.
 */
const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const prefix = 'LYC';
export const randomSymbols = 11;
const length = 4 + randomSymbols + 1;

/** Times two in the field of 32 elements (x⁵ + x² + 1). */
const double = (value: number) => ((value << 1) ^ (value & 16 ? 0b100101 : 0)) & 31;

/**
 * The weighted sum in the field of 32 elements; zero for a whole number. The weights are powers of a primitive
 * element, so one wrong symbol and any two that changed places are always found.
 */
const sumOf = (text: string) => [...text].reduce((sum, symbol) => double(sum) ^ symbols.indexOf(symbol), 0);

const written = (text: string) => [prefix, ...(text.match(/.{4}/g) ?? [])].join('-');

/**
 * @param year four digits. @param random 11 random bytes.
 * @throws RangeError for another year or another count of bytes.
 */
export const certificateNumber = (year: number, random: Uint8Array): string => {
  if (!/^[0-9]{4}$/.test(String(year)) || random.length !== randomSymbols)
    throw new RangeError(`A number is made of a year of four digits and ${randomSymbols} random bytes.`);
  const text = String(year) + Array.from(random, (byte) => symbols[byte & 31]).join('');
  return written(text + symbols[double(sumOf(text))]);
};

/**
 * The number that was typed or read out, as it is written: small letters, missing or other hyphens and spaces, O for 0, I and L
 * for 1 are understood.
 * @returns null for what no certificate can have: too short, too long, or a symbol is wrong.
 */
export const readCertificateNumber = (typed: string): string | null => {
  const text = typed
    .toUpperCase()
    .replaceAll(/[\s\p{Dash}._]/gu, '')
    .replace(new RegExp(`^${prefix}`), '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const fits = text.length === length && [...text].every((symbol) => symbols.includes(symbol));
  return fits && sumOf(text) === 0 && /^[0-9]{4}/.test(text) ? written(text) : null;
};
