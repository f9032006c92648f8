const ascii = /^\p{ASCII}*$/u;

/**
 * Returns the text without case and accents, for comparisons in a search. Lower, then upper, then lower case again equates letters
 * that have the same capital (ß and ss). The code folds, not the database, so that the result depends neither on
 * the server's locale nor on whether the server or the client compares.
 */
export const foldText = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .toLowerCase()
        .toUpperCase()
        .toLowerCase()
        .replace(/\p{M}/gu, '')
        // Greek has a second lower-case sigma, for the end of a word.
        .replaceAll('ς', 'σ');

/** Returns the distinct folded words of a search. */
export const searchWords = (search: string): string[] => [
  ...new Set(foldText(search).split(/\s+/).filter(Boolean)),
];

/**
 * The minimum length of a folded search text that also finds courses with similar names. Shorter texts are similar to almost every
 * name, so they find only names that contain them.
 */
export const minLengthForNearMisses = 4;
