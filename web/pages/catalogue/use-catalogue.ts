import { useCatalogueList } from '../../domains/courses/course-queries.ts';
import { useLoadedCourses } from '../../domains/courses/use-loaded-courses.ts';
import { useQueryParams, useQueryText } from '../../ui/use-query-text.ts';
import { type CatalogueFilter, readCatalogueFilter } from './read-catalogue-filter.ts';

/** The state of the catalogue: the search text and the filter, functions to change them, and the courses. */
export const useCatalogue = () => {
  const { query, put } = useQueryParams();
  const { text, setText, urlText, isSettled } = useQueryText('search');
  const filter = readCatalogueFilter(query);
  const search = urlText.trim();
  const listing = { search, ...filter };
  const listQuery = useCatalogueList(listing);
  const hasFailed = listQuery.list === undefined && listQuery.isError;
  return {
    text,
    setText,
    search,
    filter,
    setFilter: (change: Partial<CatalogueFilter>) => {
      if (change.category !== undefined) put({ category: change.category ?? '' });
      if (change.sort !== undefined) put({ sort: change.sort === 'match' ? '' : change.sort });
    },
    clear: () => {
      setText('');
      put({ search: '', category: '', sort: '' });
    },
    listQuery,
    /** Courses of the listing that were loaded before; null unless the server cannot be reached or is too busy, and some course was loaded before. */
    loadedCourses: useLoadedCourses(listing, hasFailed ? listQuery.error : null),
    /** Whether the shown courses are still those of the previous search or filter: the user is typing, or the new ones are loading. */
    isOutdated: listQuery.isPlaceholderData || !isSettled,
  };
};
export type Catalogue = ReturnType<typeof useCatalogue>;
