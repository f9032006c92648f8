import { expect, test } from 'vitest';
import { readCatalogueFilter } from './read-catalogue-filter.ts';

test('reads the filter from the address and ignores invalid values', () => {
  expect(readCatalogueFilter(new URLSearchParams('category=Medical&sort=price'))).toEqual({
    category: 'Medical',
    sort: 'price',
  });
  expect(readCatalogueFilter(new URLSearchParams('category=Cooking&sort=toString'))).toEqual({
    category: null,
    sort: 'match',
  });
});
