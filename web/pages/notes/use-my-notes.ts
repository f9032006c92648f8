import { useDeferredValue, useMemo } from 'react';
import { searchWords } from '#contract/fold-text.ts';
import { useNoteList } from '../../domains/notes/components/use-note-list.ts';
import { listCoursesWithNotes, matchesSearch } from '../../domains/notes/note-list.ts';
import { useQueryParams, useQueryText } from '../../ui/use-query-text.ts';

/** The state of My Notes: search text, selected course, and the matching notes. */
export const useMyNotes = () => {
  const { query: params, put } = useQueryParams();
  const { text: searchText, setText: setSearchText } = useQueryText('search');
  const { notes, listed, pending, query } = useNoteList();
  const courses = useMemo(() => listCoursesWithNotes(notes ?? []), [notes]);
  const courseInAddress = params.get('course') ?? '';
  // An old link may name a course without notes.
  const course = courses.some(({ catalogueId }) => catalogueId === courseInAddress) ? courseInAddress : '';
  // Typing stays responsive while ten thousand notes are searched.
  const search = useDeferredValue(searchText);
  const words = useMemo(() => searchWords(search), [search]);
  // A removed note is listed only while the user edits it, so the filter does not hide it.
  const matches = useMemo(
    () =>
      listed?.filter(
        ({ note, isRemoved }) =>
          isRemoved || ((course === '' || note.catalogueId === course) && matchesSearch(note, words)),
      ),
    [listed, course, words],
  );
  return {
    query,
    searchText,
    setSearchText,
    words,
    courses,
    /** The id of the selected course; '' for all courses, or if the course in the address has no notes. */
    course,
    chooseCourse: (id: string) => put({ course: id }),
    clear: () => {
      setSearchText('');
      put({ search: '', course: '' });
    },
    /** All notes, including those that the search and the filter hide. */
    notes: notes ?? [],
    total: notes?.length ?? 0,
    matches,
    pending,
    isFiltered: words.length > 0 || course !== '',
  };
};
export type MyNotes = ReturnType<typeof useMyNotes>;
