import { createHmac, type KeyObject } from 'node:crypto';

/**
 * Returns the form in which e-mail addresses are compared, close to `NFKC_Casefold` of Unicode (UAX #31). It ignores case,
 * compatibility variants (full-width letters, ligatures), composition (`ë` in one or two code points) and invisible
 * characters. An Admin could mistake two addresses with the same form for one, so two persons cannot register them. The text is
 * converted to upper case before lower case, because upper case makes `ß` and `SS` equal. Letters of different scripts that look alike stay different.
 */
export const normalizeEmail = (email: string): string =>
  email
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC');

/** Returns the HMAC-SHA-256 of the comparable form of an address. Without the key nobody can test a guess. */
export const digestEmail = (key: KeyObject, email: string): Buffer =>
  createHmac('sha256', key).update(normalizeEmail(email)).digest();
