import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type Note, noteList } from '#contract/notes.ts';
import { getAt } from '../../client/api/get.ts';
import { listenLive } from '../../client/live/listeners.ts';
import { withMissed } from '../../client/live/with-missed.ts';
import { queryClient } from '../../client/query-client.ts';
import { studentEmailAtom } from '../../client/session/student.ts';
import { mergeIntoNotes } from './merge.ts';

const key = ['notes'] as const;

/** Ten thousand notes are some megabytes: they may take a while on a thin line. */
const timeoutMs = 30_000;

/** Changes what is known of the present student's notes; does nothing while nothing is known. */
export const changeNotes = (change: (list: readonly Note[]) => readonly Note[]): void => {
  queryClient.setQueriesData<readonly Note[]>({ queryKey: key }, (list) => list && change(list));
};

listenLive((message) => changeNotes((list) => mergeIntoNotes(list, message)));

const notesQuery = (email: string) =>
  queryOptions({
    queryKey: [...key, email],
    queryFn: ({ signal }): Promise<readonly Note[]> =>
      withMissed<readonly Note[]>(
        () => getAt(`/notes/${encodeURIComponent(email)}`, noteList, { signal, timeoutMs }),
        mergeIntoNotes,
      ),
  });

/** The signed-in student's notes, in the order in which they were taken; for everybody else nothing is asked. */
export const useNotes = () => {
  const email = useAtomValue(studentEmailAtom);
  return useQuery({ ...notesQuery(email ?? ''), enabled: email !== null });
};
