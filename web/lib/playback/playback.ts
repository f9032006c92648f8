import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { updateAnswer } from '#events/contract/answers.ts';
import { type NewPlayback, type Playback, playbackList } from '#events/contract/playback.ts';
import { act } from '../api/act.ts';
import { get } from '../api/get.ts';
import { queryClient } from '../query-client.ts';
import { studentEmailAtom } from '../session/student.ts';

const key = ['playback'] as const;

/** Places on their way: whoever asks waits for them, so that a tab finds what it has just told. */
const underWay = new Set<Promise<unknown>>();

/**
 * Tells the server where the student stands. @param leaving the page goes away: the call outlives it.
 * @throws ApiError
 */
export const keepPlayback = async (place: NewPlayback, leaving: boolean): Promise<void> => {
  const telling = act('PUT', '/playback', updateAnswer, { body: place, keepalive: leaving });
  underWay.add(telling);
  try {
    await telling;
  } finally {
    underWay.delete(telling);
  }
};

const playbackQuery = (email: string) =>
  queryOptions({
    queryKey: [...key, email],
    queryFn: async ({ signal }): Promise<readonly Playback[]> => {
      await Promise.allSettled(underWay);
      return get('/playback', playbackList, { query: { email }, signal, timeoutMs: 4_000 });
    },
    // Other devices write it, and nobody tells: it is asked for wherever it is used.
    staleTime: 0,
    retry: false,
    networkMode: 'always',
  });

/** Where the signed-in student stands in the videos of their courses, the last place first. */
export const usePlayback = () => {
  const email = useAtomValue(studentEmailAtom);
  return useQuery({ ...playbackQuery(email ?? ''), enabled: email !== null });
};

/** Has the places that are shown elsewhere asked for again. */
export const fetchPlaybackAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: key });
