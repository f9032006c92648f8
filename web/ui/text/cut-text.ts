/** Returns at most the first `maxCharacters` UTF-16 code units of a text, and never half of a surrogate pair. */
export const cutText = (text: string, maxCharacters: number): string =>
  text.slice(0, maxCharacters).replace(/[\uD800-\uDBFF]$/, '');
