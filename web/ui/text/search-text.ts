const plain = /^\p{ASCII}*$/u;

/** Text as it is compared when people search: without case and accents. */
export const foldText = (text: string): string =>
  plain.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .toLowerCase()
        .replace(/\p{M}/gu, '')
        // Lower case writes a sigma at the end of a word otherwise.
        .replaceAll('ς', 'σ');

/** The folded words of what somebody searches for; an empty search has none. */
export const searchWords = (search: string): string[] => [
  ...new Set(foldText(search).split(/\s+/).filter(Boolean)),
];

/** A stretch of a text: found or not. */
export type TextPart = { text: string; isMatch: boolean };

/** The folded text, and for each of its code units the one of the text that it comes from. */
const foldedWithOrigins = (text: string) => {
  let result = '';
  const origins: number[] = [];
  let at = 0;
  for (const character of text) {
    const part = foldText(character);
    result += part;
    for (let unit = 0; unit < part.length; unit += 1) origins.push(at);
    at += character.length;
  }
  origins.push(at);
  return { result, origins };
};

/** Where the words occur, as stretches of the folded text that overlap or touch no other. */
const placesOf = (text: string, words: readonly string[]): [number, number][] => {
  const places: [number, number][] = [];
  for (const word of words)
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length))
      places.push([at, at + word.length]);
  places.sort(([a], [b]) => a - b);
  const joined: [number, number][] = [];
  for (const [from, to] of places) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
};

/**
 * The text cut into stretches, those marked in which one of the words was found, whatever their case and accents; together
 * they are the text. An accent that follows its letter goes with it.
 * @param words as {@link searchWords} gives them.
 */
export const splitByMatches = (text: string, words: readonly string[]): TextPart[] => {
  if (words.length === 0) return [{ text, isMatch: false }];
  const { result, origins } = foldedWithOrigins(text);
  const stretches: TextPart[] = [];
  let done = 0;
  for (const [from, to] of placesOf(result, words)) {
    const begin = origins[from] ?? text.length;
    const end = origins[to] ?? text.length;
    if (begin > done) stretches.push({ text: text.slice(done, begin), isMatch: false });
    stretches.push({ text: text.slice(begin, end), isMatch: true });
    done = end;
  }
  if (done < text.length) stretches.push({ text: text.slice(done), isMatch: false });
  return stretches;
};
