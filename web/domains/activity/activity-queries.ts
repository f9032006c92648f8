import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type Activity, activity } from '#contract/schemas/activity.ts';
import { get } from '../../client/api/get.ts';
import { localTimeZone } from '../../client/local-time-zone.ts';
import { studentEmailAtom } from '../../client/session/session.ts';
import { activityKey } from './activity-live.ts';

const activityQuery = (email: string, timeZone: string) =>
  queryOptions({
    queryKey: [...activityKey, email, timeZone],
    queryFn: ({ signal }): Promise<Activity> =>
      get(`/activity/${encodeURIComponent(email)}`, activity, { query: { timeZone }, signal }),
  });

/** The learning activity of the signed-in student, by day in their time zone. Disabled for everybody else. */
export const useActivity = () => {
  const email = useAtomValue(studentEmailAtom);
  return useQuery({ ...activityQuery(email ?? '', localTimeZone()), enabled: email !== null });
};
