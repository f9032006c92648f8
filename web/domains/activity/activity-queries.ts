import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { activity } from '#contract/schemas/activity.ts';
import { get } from '../../client/api/get.ts';
import { getLocalTimeZone } from '../../client/get-local-time-zone.ts';
import { studentEmailAtom } from '../../client/session/session.ts';
import { activityKey } from './activity-live.ts';

/** Queries the learning activity of the signed-in student, by day in their time zone. Disabled for everybody else. */
export const useActivity = () => {
  const email = useAtomValue(studentEmailAtom) ?? '';
  const timeZone = getLocalTimeZone();
  return useQuery({
    queryKey: [...activityKey, email, timeZone],
    queryFn: ({ signal }) =>
      get(`/activity/${encodeURIComponent(email)}`, activity, { query: { timeZone }, signal }),
    enabled: email !== '',
  });
};
