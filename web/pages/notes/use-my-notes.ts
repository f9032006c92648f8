import { useDeferredValue, useMemo } from 'react';
import { coursesOf, matches } from '../../domains/notes/list.ts';
import { wordsOf } from '../../ui/text/fold.ts';
import { useAddressQuery, useTextInAddress } from '../../ui/use-text-in-address.ts';
import { useNoteList } from '../../domains/notes/components/use-note-list.ts';

/** The state of My Notes: the text being typed, the chosen course, what both leave of the notes. */
export const useMyNotes = () => {
  const { query, put } = useAddressQuery();
  const { typed, setTyped } = useTextInAddress('search');
  const { notes, listed, waiting, ...state } = useNoteList();
  const course = query.get('course') ?? '';
  // A letter appears at once, also while ten thousand notes are still being looked through.
  const search = useDeferredValue(typed);
  const words = useMemo(() => wordsOf(search), [search]);
  const shown = useMemo(
    () =>
      listed?.filter(
        ({ note, gone }) => gone || ((course === '' || note.catalogueId === course) && matches(note, words)),
      ),
    [listed, course, words],
  );
  const courses = useMemo(() => coursesOf(notes ?? []), [notes]);
  return {
    ...state,
    typed,
    setTyped,
    words,
    courses,
    /** The id of the course whose notes are shown; '' for all, also where none of the notes is of it. */
    course: courses.some(({ catalogueId }) => catalogueId === course) ? course : '',
    chooseCourse: (id: string) => put({ course: id }),
    clear: () => {
      setTyped('');
      put({ search: '', course: '' });
    },
    total: notes?.length ?? 0,
    shown,
    waiting,
    narrowed: words.length > 0 || course !== '',
  };
};
export type MyNotes = ReturnType<typeof useMyNotes>;
