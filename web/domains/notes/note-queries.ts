import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type Note, noteList } from '#contract/schemas/notes.ts';
import { getWithPosition } from '../../client/api/get.ts';
import { fetchAndCatchUp } from '../../client/live/fetch-and-catch-up.ts';
import { studentEmailAtom } from '../../client/session/session.ts';
import { mergeIntoNotes, notesKey } from './note-live.ts';

/** Ten thousand notes are several megabytes, which take a while on a slow connection. */
const timeoutMs = 30_000;

/** The signed-in student's notes, oldest first. Disabled for everybody else. */
export const useNotes = () => {
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
