const ascii = /^\p{ASCII}*$/u;

/**
 * Returns the text without case and accents, for comparisons in a search. Letters that have the same upper case (ß and ss) become
 * equal, because the text is converted to lower, upper and then lower case again. Texts are folded here, not by the database, so that
 * the server and the client get the same result, whatever the locale of the database is.
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
 * A folded search text of at least this length also finds courses with similar names. A shorter text is similar to almost every
 * name, so it finds only names that contain it.
 */
export const minLengthForNearMisses = 4;
