import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { listedNotes, notYetListed } from '../list.ts';
import { useNotes } from '../notes.ts';
import { unsavedAtom } from '../unsaved.ts';
import { unsentNoteOf } from '../unsent.ts';
import { unansweredAtom } from '../../../client/outbox/waiting.ts';

/** The student's notes, the newest first, and before them those that are on their way. */
export const useNoteList = () => {
  const { data, error, isFetching, refetch } = useNotes();
  const { edits } = useAtomValue(unsavedAtom);
  const acts = useAtomValue(unansweredAtom);
  // Typing in one note makes new edits all the time; which notes are being changed is what the list depends on.
  const changed = Object.keys(edits).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const listed = useMemo(() => (data ? listedNotes(data, edits) : undefined), [data, changed]);
  const waiting = useMemo(() => {
    const unsent = acts.map(unsentNoteOf).filter((note) => note !== null);
    return notYetListed(unsent, data ?? []).toReversed();
  }, [acts, data]);
  return { notes: data, listed, waiting, error, isFetching, refetch };
};
