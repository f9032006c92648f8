import { expect, test } from 'vitest';
import { searchWords } from '#contract/fold-text.ts';
import { containsWords, createFinder, maxEntriesPerGroup } from './palette-entries.ts';

test('finds words in any order, regardless of case and accents', () => {
  const contains = (search: string) => containsWords(searchWords(search), 'Zoë Müller', 'zoe@example.org');
  expect(['muller zoe', 'EXAMPLE', '', 'zoe max'].map(contains)).toEqual([true, true, true, false]);
});

test('returns only the first matches, looks no further, and folds each item once', () => {
  const folded: number[] = [];
  const find = createFinder(({ number }: { number: number }) => {
    folded.push(number);
    return [`${number}`];
  });
  const items = Array.from({ length: 100 }, (_, number) => ({ number }));
  const found = find(items, ['1']).map(({ number }) => number);
  expect(found).toEqual([1, 10, 11, 12, 13]);
  expect(found).toHaveLength(maxEntriesPerGroup);
  // The fifth match is 13, so the items from 14 on are not folded.
  expect(folded).toHaveLength(14);
  expect(find(items, ['11'])).toHaveLength(1);
  expect(folded).toHaveLength(100);
  expect(find(undefined, [])).toEqual([]);
});
