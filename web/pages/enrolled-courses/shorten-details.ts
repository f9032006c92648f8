const length = 100;

/** The first 100 characters of the details, then '...'; a character that takes two code units is not cut in half. */
export const shortenDetails = (details: string): string => `${[...details].slice(0, length).join('')}...`;
