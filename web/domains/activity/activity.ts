import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type Activity, activity } from '#contract/activity.ts';
import { get } from '../../client/api/get.ts';
import { listenLive } from '../../client/live/listeners.ts';
import { queryClient } from '../../client/query-client.ts';
import { studentEmailAtom } from '../../client/session/student.ts';
import { readersTimeZone } from '../../client/time-zone.ts';
import { isOwnAct } from './own-act.ts';

const key = ['activity'] as const;

/** Several acts in a row are counted once, in milliseconds. */
const pauseMs = 500;
let timer: ReturnType<typeof setTimeout> | undefined;

listenLive((message) => {
  if (!isOwnAct(message)) return;
  clearTimeout(timer);
  timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey: key }), pauseMs);
});

const activityQuery = (email: string, zone: string) =>
  queryOptions({
    queryKey: [...key, email, zone],
    queryFn: ({ signal }): Promise<Activity> =>
      get(`/activity/${encodeURIComponent(email)}`, activity, { query: { timeZone: zone }, signal }),
  });

/** What the signed-in student has done for their learning, by their own days; for everybody else nothing is asked. */
export const useActivity = () => {
  const email = useAtomValue(studentEmailAtom);
  return useQuery({ ...activityQuery(email ?? '', readersTimeZone()), enabled: email !== null });
};
