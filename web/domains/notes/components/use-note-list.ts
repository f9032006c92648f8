import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { pendingActionsAtom } from '../../../client/outbox/outbox-atoms.ts';
import { editsAtom } from '../note-drafts.ts';
import { listNotes, withoutListed } from '../note-list.ts';
import { useNotes } from '../note-queries.ts';
import { toPendingNote } from '../pending-notes.ts';

/** The student's notes, newest first, and the pending ones, which are shown above them. */
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
    return withoutListed(notes, data ?? []).toReversed();
  }, [actions, data]);
  return { notes: data, listed, pending, query };
};
