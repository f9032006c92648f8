import { type CatalogueSort, catalogueSorts, courseCategories } from '#contract/schemas/courses.ts';
import type { CatalogueListing } from '../../domains/courses/catalogue-order.ts';

export const sortNames = {
  match: 'Recommended',
  name: 'Name',
  difficulty: 'Most difficult first',
  newest: 'Newest first',
  price: 'Lowest price first',
} as const satisfies Record<CatalogueSort, string>;

export type CatalogueFilter = Pick<CatalogueListing, 'category' | 'sort'>;

/** Reads the filter from the query string. Invalid values are ignored. */
export const readCatalogueFilter = (query: URLSearchParams): CatalogueFilter => ({
  category: courseCategories.find((category) => category === query.get('category')) ?? null,
  sort: catalogueSorts.find((sort) => sort === query.get('sort')) ?? 'match',
});
