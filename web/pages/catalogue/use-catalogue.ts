import { useQuery } from '@tanstack/react-query';
import { courseListQuery } from '../../domains/courses/course-queries.ts';
import { useQueryParams, useQueryText } from '../../ui/use-query-text.ts';
import { type CatalogueFilter, filterCourses, readCatalogueFilter } from './catalogue-filter.ts';

/** The state of the catalogue: the search text, the filter, the courses, and functions to change them. */
export const useCatalogue = () => {
  const { query, put } = useQueryParams();
  const { text, setText, urlText, isSettled } = useQueryText('search');
  const filter = readCatalogueFilter(query);
  const result = useQuery(courseListQuery(urlText.trim()));
  return {
    text,
    setText,
    search: urlText.trim(),
    filter,
    setFilter: (change: Partial<CatalogueFilter>) => {
      if (change.category !== undefined) put({ category: change.category ?? '' });
      if (change.order !== undefined) put({ sort: change.order === 'match' ? '' : change.order });
    },
    clear: () => {
      setText('');
      put({ search: '', category: '', sort: '' });
    },
    result,
    courses: filterCourses(result.data ?? [], filter),
    /** The previous courses are shown while a new search is loading. */
    isOutdated: result.isPlaceholderData || !isSettled,
  };
};
export type Catalogue = ReturnType<typeof useCatalogue>;
