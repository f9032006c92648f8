import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { announcementList, announcementReachList } from '#contract/schemas/announcements.ts';
import { get, getWithPosition } from '../../client/api/get.ts';
import { getPagePosition, livePagesOptions } from '../../client/live/live-pages.ts';
import { userAtom } from '../../client/session/session.ts';
import { type AnnouncementPage, announcementsKey, mergeIntoAnnouncements } from './announcement-live.ts';

const pageSize = 100;

/** Returns the query for the announcements that a user can see, newest first, page by page. */
export const announcementsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [...announcementsKey, userId],
    ...livePagesOptions<AnnouncementPage>({
      fetchPage: async (cursor, signal) => {
        const query = { limit: pageSize, cursor: cursor ?? undefined };
        const { data, readAt, next } = await getWithPosition('/announcement', announcementList, {
          query,
          signal,
        });
        const end = next === null ? 0 : (data.at(-1)?.position ?? 0);
        return { data: { list: data, end, next, readAtPosition: getPagePosition(readAt) }, readAt };
      },
      merge: mergeIntoAnnouncements,
    }),
  });

/** Queries the announcements that the signed-in user can see. `fetchNextPage` loads older ones. Disabled for visitors. */
export const useAnnouncements = () => {
  const userId = useAtomValue(userAtom)?._id ?? '';
  const query = useInfiniteQuery({ ...announcementsQuery(userId), enabled: userId !== '' });
  return { ...query, announcements: query.data?.pages.flatMap(({ list }) => list) };
};

/** The reach is fetched again at this interval, because no live update reports it. */
const reachIntervalMs = 30_000;

/** Returns the reach of the user's newest announcements, by announcement id; undefined until it is known. */
export const useAnnouncementReach = (isEnabled: boolean) =>
  useQuery({
    queryKey: ['announcements-reach'],
    queryFn: async ({ signal }) => {
      const list = await get('/announcement/reach', announcementReachList, { signal });
      return new Map(list.map((reach) => [reach._id, reach]));
    },
    enabled: isEnabled,
    refetchInterval: reachIntervalMs,
  }).data;
