const maxCharacters = 100;

/** Returns the first 100 characters of the details and '...'. Does not split surrogate pairs. */
export const shortenDetails = (details: string): string =>
  `${[...details].slice(0, maxCharacters).join('')}...`;
