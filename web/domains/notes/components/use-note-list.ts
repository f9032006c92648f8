import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { type Note, noteList } from '#contract/schemas/notes.ts';
import { getWithPosition } from '../../../client/api/get.ts';
import { fetchAndCatchUp } from '../../../client/live/fetch-and-catch-up.ts';
import { pendingActionsAtom } from '../../../client/outbox/outbox-atoms.ts';
import { studentEmailAtom } from '../../../client/session/session.ts';
import { editsAtom } from '../note-drafts.ts';
import { listNotes, omitListed } from '../note-list.ts';
import { mergeIntoNotes, notesKey } from '../note-live.ts';
import { toPendingNote } from '../pending-notes.ts';

/** Ten thousand notes are several megabytes, which take a while on a slow connection. */
const timeoutMs = 30_000;

/** Loads the signed-in student's notes, oldest first. Disabled for all other users. */
const useNotes = () => {
  const email = useAtomValue(studentEmailAtom) ?? '';
  return useQuery({
    queryKey: [...notesKey, email],
    queryFn: ({ signal }) =>
      fetchAndCatchUp<readonly Note[]>(
        () => getWithPosition(`/notes/${encodeURIComponent(email)}`, noteList, { signal, timeoutMs }),
        mergeIntoNotes,
      ),
    enabled: email !== '',
  });
};

/**
 * Returns the student's saved notes twice: as `notes`, oldest first, and as `listed`, newest first and with the removed notes that
 * have an unsaved edit. `pending` are the notes that are not saved yet, newest first.
 */
export const useNoteList = () => {
  const query = useNotes();
  const { data } = query;
  const edits = useAtomValue(editsAtom);
  const actions = useAtomValue(pendingActionsAtom);
  // `edits` changes with every key press, but the list depends only on which notes are being edited.
  const editedIds = Object.keys(edits).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const listed = useMemo(() => (data ? listNotes(data, edits) : undefined), [data, editedIds]);
  const pending = useMemo(() => {
    const notes = actions.map(toPendingNote).filter((note) => note !== null);
    return omitListed(notes, data ?? []).toReversed();
  }, [actions, data]);
  return { notes: data, listed, pending, query };
};
