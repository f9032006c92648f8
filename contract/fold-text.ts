const ascii = /^\p{ASCII}*$/u;

/** Returns the text without case and accents, for comparisons in a search. (`foldForSearch` keeps accents.) */
export const foldText = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .toLowerCase()
        .replace(/\p{M}/gu, '')
        // Greek has a second lower-case sigma, for the end of a word.
        .replaceAll('ς', 'σ');

/** Returns the distinct folded words of a search. */
export const searchWords = (search: string): string[] => [
  ...new Set(foldText(search).split(/\s+/).filter(Boolean)),
];
