import { foldText } from '#contract/fold-text.ts';

type TextPart = { text: string; isMatch: boolean };

/** Returns the folded text and, for each of its code units, the index of the original character in `text`. */
const foldWithOrigins = (text: string) => {
  let folded = '';
  const origins: number[] = [];
  let index = 0;
  for (const character of text) {
    const foldedCharacter = foldText(character);
    folded += foldedCharacter;
    for (let unit = 0; unit < foldedCharacter.length; unit += 1) origins.push(index);
    index += character.length;
  }
  origins.push(index);
  return { folded, origins };
};

/** Returns the ranges of a folded text in which the words occur. Ranges that overlap or touch are merged. */
const findRanges = (text: string, words: readonly string[]): [number, number][] => {
  const ranges: [number, number][] = [];
  for (const word of words)
    for (let index = text.indexOf(word); index !== -1; index = text.indexOf(word, index + word.length))
      ranges.push([index, index + word.length]);
  ranges.sort(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [from, to] of ranges) {
    const lastRange = merged.at(-1);
    if (lastRange && from <= lastRange[1]) lastRange[1] = Math.max(lastRange[1], to);
    else merged.push([from, to]);
  }
  return merged;
};

/**
 * Splits a text into parts and marks those in which one of the words was found, regardless of case and accents. The parts
 * together are the text. A combining mark is in the same part as its letter. A character is never split, even if only a part of it was
 * found: ﬁ if the word is `f`.
 * @param words from `searchWords`.
 */
export const splitByMatches = (text: string, words: readonly string[]): TextPart[] => {
  if (words.length === 0) return [{ text, isMatch: false }];
  const { folded, origins } = foldWithOrigins(text);
  const parts: TextPart[] = [];
  let end = 0;
  for (const [foldedFrom, foldedTo] of findRanges(folded, words)) {
    // Another match may have ended within the character in which this one begins.
    const from = Math.max(end, origins[foldedFrom] ?? text.length);
    // The match may end within a character.
    let endUnit = foldedTo;
    while (origins[endUnit] === origins[endUnit - 1]) endUnit += 1;
    const to = origins[endUnit] ?? text.length;
    if (to <= from) continue;
    if (from > end) parts.push({ text: text.slice(end, from), isMatch: false });
    parts.push({ text: text.slice(from, to), isMatch: true });
    end = to;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
  return parts;
};
