import type { ReactNode } from 'react';
import { foldText } from '../../ui/text/search-text.ts';

/** One result of the palette. */
export type PaletteEntry = {
  /** Unique in the palette. */
  id: string;
  name: string;
  /** Shown beside the name, for example a course code. */
  detail?: string;
  /** More words by which it is found. */
  also?: string;
  icon: ReactNode;
  /** Runs after the palette was closed. */
  select: () => void;
};

/** Entries of one kind under a heading. */
export type PaletteGroup = { heading: string; entries: readonly PaletteEntry[] };

/** Each group shows only its best entries: a longer text finds the others. */
export const maxEntriesPerGroup = 5;

/**
 * Returns whether all words occur in the texts, regardless of case and accents.
 * @param words from `searchWords`.
 */
export const containsWords = (words: readonly string[], ...texts: readonly string[]): boolean => {
  const folded = foldText(texts.join(' '));
  return words.every((word) => folded.includes(word));
};

/** Returns the first items that contain the words, without looking at the rest. */
export const firstMatches = <Item>(
  items: readonly Item[] | undefined,
  words: readonly string[],
  textsOf: (item: Item) => readonly string[],
): Item[] => {
  const found: Item[] = [];
  for (const item of items ?? []) {
    if (containsWords(words, ...textsOf(item))) found.push(item);
    if (found.length === maxEntriesPerGroup) break;
  }
  return found;
};
