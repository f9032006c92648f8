import type { CatalogueListing } from './catalogue-order.ts';

/** The query keys of courses. `pageSize` belongs to the key, because pages of different sizes cannot be joined. */
export const courseKeys = {
  all: ['courses'],
  lists: ['courses', 'list'],
  list: (listing: CatalogueListing, pageSize: number) => ['courses', 'list', listing, pageSize],
  suggestions: (search: string) => ['courses', 'suggestions', search],
  one: (id: string) => ['courses', 'one', id],
} as const;
