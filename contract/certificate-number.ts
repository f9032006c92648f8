/**
 * Certificate numbers such as `LYC-2026-7Q4M-2X9D-K3TS`: the year of issue, eleven random symbols (55 bits, so numbers cannot
 * be guessed) and a check symbol. Crockford's base 32 omits I, L and O, which look like digits, and U.
 */
const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const prefix = 'LYC';
export const randomSymbolCount = 11;
const yearDigits = 4;
/** The number of symbols after the prefix: the year, the random symbols and the check symbol. */
const symbolCount = yearDigits + randomSymbolCount + 1;

/** Multiplies by two in GF(32) with the polynomial x⁵ + x² + 1. */
const double = (value: number) => ((value << 1) ^ (value & 16 ? 0b100101 : 0)) & 31;

/**
 * Computes the weighted sum in GF(32), which is zero for a valid number. The weights are powers of a primitive element, so a
 * single wrong symbol, or a swap of two symbols, is always detected.
 */
const computeWeightedSum = (text: string) =>
  [...text].reduce((sum, symbol) => double(sum) ^ symbols.indexOf(symbol), 0);

const addPrefixAndHyphens = (text: string) => [prefix, ...(text.match(/.{4}/g) ?? [])].join('-');

/**
 * Returns a certificate number.
 * @param year four digits.
 * @param random 11 random bytes.
 * @throws RangeError if the year does not have four digits, or if there are not 11 bytes.
 */
export const formatCertificateNumber = (year: number, random: Uint8Array): string => {
  if (!/^[0-9]{4}$/.test(String(year)) || random.length !== randomSymbolCount)
    throw new RangeError(
      `A certificate number needs a four-digit year and ${randomSymbolCount} random bytes.`,
    );
  const text = String(year) + Array.from(random, (byte) => symbols[byte & 31]).join('');
  // This check symbol makes the weighted sum of the whole number zero.
  const checkSymbol = symbols[double(computeWeightedSum(text))];
  return addPrefixAndHyphens(text + checkSymbol);
};

/**
 * Parses a number that a user typed. Accepts lower case, a missing prefix, spaces, dots, underscores, missing hyphens, other kinds
 * of dashes, O for 0, and I or L for 1.
 * @returns the canonical form; null if the length, a symbol or the check symbol is wrong, or if the year is not a number.
 */
export const parseCertificateNumber = (typed: string): string | null => {
  const text = typed
    .toUpperCase()
    .replaceAll(/[\s\p{Dash}._]/gu, '')
    .replace(new RegExp(`^${prefix}`), '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const isWellFormed = text.length === symbolCount && [...text].every((symbol) => symbols.includes(symbol));
  return isWellFormed && computeWeightedSum(text) === 0 && /^[0-9]{4}/.test(text)
    ? addPrefixAndHyphens(text)
    : null;
};
