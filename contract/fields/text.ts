import { z } from 'zod/mini';

/**
 * Returns whether a text contains NUL or an unpaired surrogate. Both are legal in a JavaScript string, but PostgreSQL
 * and some JSON consumers refuse them.
 */
const isUnstorable = (value: string) => value.includes('\u0000') || !value.isWellFormed();

/**
 * Matches more than 30 combining marks (accents) in a row. Normalization sorts the marks that follow a letter, and its
 * time grows with the square of their number: 2.5 s for a request of 100 KB. The Stream-Safe Text Format of Unicode
 * (UAX #15) allows 30 in a row, more than any language needs. Invisible characters between the marks do not end the row.
 */
const tooManyMarks = /(?:\p{M}(?:(?!\p{M})\p{Default_Ignorable_Code_Point})*){31}/u;

/**
 * Text that can be stored: normalized to NFC, trimmed, without NUL or unpaired surrogates, and with at
 * most 30 combining marks in a row. It may be empty, but not missing.
 * @param label the field's name, with which the error sentence begins.
 * @param max the longest allowed length, in UTF-16 code units after trimming.
 */
export const possiblyEmptyText = (label: string, max: number) =>
  z.pipe(
    z.pipe(
      z
        .string({ error: ({ input }) => `${label} ${input === undefined ? 'is required' : 'must be text'}.` })
        .check(
          z.refine((value) => !isUnstorable(value), {
            error: `${label} contains characters that cannot be stored.`,
            abort: true,
          }),
          z.refine((value) => !tooManyMarks.test(value), {
            error: `${label} has more than 30 accents in a row. Remove some of them.`,
            abort: true,
          }),
        ),
      z.transform((value) => value.normalize('NFC').trim()),
    ),
    z.string().check(z.maxLength(max, { error: `${label} may have at most ${max} characters.` })),
  );

/** Like {@link possiblyEmptyText}, but not empty. */
export const requiredText = (label: string, max: number) =>
  z.pipe(
    possiblyEmptyText(label, max),
    z.string().check(z.minLength(1, { error: `${label} is required.`, abort: true })),
  );

const visibleCharacter = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Returns the text without direction characters, which can make a name read backwards or reorder the text around it. */
export const withoutDirectionCharacters = (text: string): string => text.replaceAll(/\p{Bidi_Control}/gu, '');

/** A check for schemas: refuses direction characters in a text that is shown next to other text. */
export const refuseDirectionCharacters = (label: string) =>
  z.refine<string>((value) => withoutDirectionCharacters(value) === value, {
    error: `${label} contains invisible characters that change the direction of the text. Type it instead of pasting it.`,
  });

const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/;

/**
 * Like {@link requiredText}, for a name or other single-line text: it needs a visible character, and line breaks and direction
 * characters are refused. Joiners and other invisible characters are accepted within a name, because some scripts need them.
 */
export const oneLineText = (label: string, max: number) =>
  requiredText(label, max).check(
    z.refine((value) => visibleCharacter.test(value), {
      error: `${label} must contain a visible character.`,
      abort: true,
    }),
    z.refine((value) => !lineBreak.test(value), {
      error: `${label} must not contain line breaks.`,
      abort: true,
    }),
    refuseDirectionCharacters(label),
  );

/**
 * A single line of text in an answer, without direction characters. Texts that were stored before {@link oneLineText} existed
 * may contain some.
 */
export const shownLine = () => z.string().check(z.overwrite(withoutDirectionCharacters));

const placeholderOrigin = 'https://origin.invalid';

/**
 * Returns whether a path begins with exactly one slash and stays on this origin, even after a browser drops tabs and line
 * breaks.
 */
export const isPathOnThisOrigin = (value: string): boolean =>
  /^\/(?![/\\])/.test(value) && URL.parse(value, placeholderOrigin)?.origin === placeholderOrigin;

/** Parses an absolute http(s) address; null for anything else. */
export const parseWebAddress = (value: string): URL | null => {
  const url = URL.parse(value);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null;
};

/** An absolute http(s) address, or a path on this origin that begins with exactly one slash. */
export const imageAddress = (label: string) =>
  requiredText(label, 2_000).check(
    z.refine((value) => isPathOnThisOrigin(value) || parseWebAddress(value) !== null, {
      error: `${label} must be a web address that begins with http:// or https://.`,
    }),
  );

/** An e-mail address in lower case, so that addresses can be compared. Only its shape is checked here. */
export const emailAddress = (label: string) =>
  z.pipe(
    z.pipe(
      requiredText(label, 320),
      z.transform((value) => value.toLowerCase()),
    ),
    z.email({ pattern: z.regexes.unicodeEmail, error: `${label} must be an e-mail address.` }),
  );

/**
 * A number that may also be text ("7"), because forms send text. Each schema of the union has the same error sentence for a
 * value that is not a number: form libraries read the error of the first member, and the server reads that of the union.
 */
export const tolerantNumber = (label: string, bounds: { min: number; max: number }) =>
  z.pipe(
    z.union(
      [
        z.number({ error: `${label} must be a number.` }),
        z.pipe(
          z
            .string({ error: `${label} must be a number.` })
            .check(z.trim(), z.regex(/^-?\d+(\.\d+)?$/, { error: `${label} must be a number.` })),
          z.transform(Number),
        ),
      ],
      { error: `${label} must be a number.` },
    ),
    z
      .number()
      .check(
        z.gte(bounds.min, { error: `${label} must be at least ${bounds.min}.` }),
        z.lte(bounds.max, { error: `${label} may be at most ${bounds.max.toLocaleString('en')}.` }),
      ),
  );

/** Like {@link tolerantNumber}, without fractions. */
export const tolerantWholeNumber = (label: string, bounds: { min: number; max: number }) =>
  tolerantNumber(label, bounds).check(
    z.refine(Number.isInteger, { error: `${label} must be a whole number.` }),
  );

export const maxSearchLength = 200;
/** A text to search for in a list. Without it, the list is not restricted. */
export const searchText = () =>
  z._default(
    z.string({ error: 'The search text must be given once.' }).check(
      z.maxLength(maxSearchLength, {
        error: `The search text may have at most ${maxSearchLength} characters.`,
      }),
    ),
    '',
  );
