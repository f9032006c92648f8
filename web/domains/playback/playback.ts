import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { updateAnswer } from '#contract/answers.ts';
import { type NewPlayback, newPlayback, type Playback, playbackList } from '#contract/playback.ts';
import { act } from '../../client/api/act.ts';
import { get } from '../../client/api/get.ts';
import { logFailure } from '../../client/log-failure.ts';
import { actKind } from '../../client/outbox/kinds.ts';
import { doWhenPossible } from '../../client/outbox/own-outbox.ts';
import { isInPast } from '../../client/as-of/past.ts';
import { queryClient } from '../../client/query-client.ts';
import { studentEmailAtom } from '../../client/session/student.ts';

const key = ['playback'] as const;

/** Places on their way: whoever asks waits for them, so that a tab finds what it has just told. */
const underWay = new Set<Promise<unknown>>();

const keeping = actKind({
  name: 'place',
  answer: updateAnswer,
  replaces: true,
  silent: true,
  bodyAt: ({ body, madeAt }, now) => {
    const { data } = newPlayback.safeParse(body);
    const waited = Math.max(0, Math.round((now - madeAt) / 1_000));
    return data && { ...data, secondsAgo: (data.secondsAgo ?? 0) + waited };
  },
});

/** Has the place told when the line is back; the newest of each course alone. */
const keepForLater = (place: NewPlayback) =>
  doWhenPossible(keeping, {
    about: place.enrolmentId,
    words: 'Your place in a video',
    method: 'PUT',
    path: '/playback',
    body: place,
  }).catch((error: unknown) => logFailure('A place in a video could not be kept.', error));

/**
 * Tells the server where the student stands; without a line the browser keeps it. @param leaving the page goes away: the
 * call outlives it.
 * @throws ApiError
 */
export const keepPlayback = async (place: NewPlayback, leaving: boolean): Promise<void> => {
  if (isInPast()) return;
  if (!navigator.onLine) {
    void keepForLater(place);
    return;
  }
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
