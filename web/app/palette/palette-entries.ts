import type { ReactNode } from 'react';
import { foldText } from '#contract/fold-text.ts';

/** One result of the palette. */
export type PaletteEntry = {
  /** Unique in the palette. */
  id: string;
  name: string;
  /** Shown beside the name, for example a course code. */
  detail?: string;
  /** Further words by which the entry is found. They are not shown. */
  hiddenWords?: string;
  icon: ReactNode;
  /** Called when the user chooses the entry. Unless `keepsOpen` is set, the palette is closed first. */
  select: () => void;
  keepsOpen?: true;
};

/** Entries of one kind under a heading. */
export type PaletteGroup = { heading: string; entries: readonly PaletteEntry[] };

/** A group of private records or of people shows only the first matches, up to this number. Users find the others by typing more. */
export const maxEntriesPerGroup = 5;

/**
 * Returns whether all words occur in the texts, regardless of case and accents.
 * @param words from `searchWords`.
 */
export const containsWords = (words: readonly string[], ...texts: readonly string[]): boolean => {
  const folded = foldText(texts.join(' '));
  return words.every((word) => folded.includes(word));
};

/**
 * Creates a function that returns the first items that contain all words, at most `maxEntriesPerGroup`. The text of an item is folded
 * only once: folding ten thousand notes on each key press would block typing.
 */
export const createFinder = <Item extends object>(getTexts: (item: Item) => readonly string[]) => {
  const foldedTexts = new WeakMap<Item, string>();
  const getFoldedText = (item: Item): string => {
    const text = foldedTexts.get(item) ?? foldText(getTexts(item).join(' '));
    foldedTexts.set(item, text);
    return text;
  };
  return (items: readonly Item[] | undefined, words: readonly string[]): Item[] => {
    const found: Item[] = [];
    for (const item of items ?? []) {
      const text = getFoldedText(item);
      if (words.every((word) => text.includes(word))) found.push(item);
      if (found.length === maxEntriesPerGroup) break;
    }
    return found;
  };
};
