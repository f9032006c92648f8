import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { playbackList } from '#contract/schemas/playback.ts';
import { get } from '../../client/api/get.ts';
import { studentEmailAtom } from '../../client/session/session.ts';
import { waitForPositionsInFlight } from './playback-actions.ts';

/** Short, because a lesson waits only a few seconds for the answer before it opens. */
const timeoutMs = 4_000;

/** Queries the signed-in student's playback positions, one for each enrolment, latest first. */
export const usePlayback = () => {
  const email = useAtomValue(studentEmailAtom) ?? '';
  return useQuery({
    queryKey: ['playback', email],
    queryFn: async ({ signal }) => {
      await waitForPositionsInFlight();
      return get('/playback', playbackList, { query: { email }, signal, timeoutMs });
    },
    // No live update reports a position from another tab or device, so the positions are fetched wherever they are used.
    staleTime: 0,
    retry: false,
    networkMode: 'always',
    enabled: email !== '',
  });
};
