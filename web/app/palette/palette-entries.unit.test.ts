import { expect, test } from 'vitest';
import { searchWords } from '../../ui/text/search-text.ts';
import { containsWords, firstMatches, maxEntriesPerGroup } from './palette-entries.ts';

test('finds words in any order, regardless of case and accents', () => {
  const contains = (search: string) => containsWords(searchWords(search), 'Zoë Müller', 'zoe@example.org');
  expect(['muller zoe', 'EXAMPLE', '', 'zoe max'].map(contains)).toEqual([true, true, true, false]);
});

test('returns only the first matches, and looks no further', () => {
  const looked: number[] = [];
  const numbers = Array.from({ length: 100 }, (_, index) => index);
  const found = firstMatches(numbers, ['1'], (number) => {
    looked.push(number);
    return [`${number}`];
  });
  expect(found).toEqual([1, 10, 11, 12, 13]);
  expect(found).toHaveLength(maxEntriesPerGroup);
  expect(looked).toHaveLength(14);
  expect(firstMatches(undefined, [], () => [])).toEqual([]);
});
