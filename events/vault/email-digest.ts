import { createHmac, type KeyObject } from 'node:crypto';

/**
 * Returns the form in which e-mail addresses are compared, close to `NFKC_Casefold` of Unicode (UAX #31): without
 * distinctions of case, of compatibility (full-width letters, ligatures), of composition (`ë` in one or two code points) and
 * of invisible characters. Two addresses with one form look the same to an Admin, so only one person may have them. Upper
 * case comes first, because `ß` and `SS` are equal then. Letters of different scripts that look alike stay different.
 */
export const comparableEmail = (email: string): string =>
  email
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC');

/** Returns the HMAC-SHA-256 of the compared form of an address. Without the key nobody can test a guess. */
export const digestEmail = (key: KeyObject, email: string): Buffer =>
  createHmac('sha256', key).update(comparableEmail(email)).digest();
