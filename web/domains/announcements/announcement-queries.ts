import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { announcementList, announcementReachList } from '#contract/schemas/announcements.ts';
import { get, getWithPosition } from '../../client/api/get.ts';
import { fetchAndCatchUp } from '../../client/live/fetch-and-catch-up.ts';
import { userAtom } from '../../client/session/session.ts';
import {
  type AnnouncementPages,
  announcementsKey,
  appendOlder,
  mergeIntoAnnouncements,
  updateCachedAnnouncements,
} from './announcement-live.ts';

const pageSize = 100;

const fetchPage = async (cursor: string | undefined, signal?: AbortSignal) => {
  const query = { limit: pageSize, cursor };
  const { data, readAt, next } = await getWithPosition('/announcement', announcementList, { query, signal });
  return { data: { list: data, next }, readAt };
};

/** The announcements that the signed-in user can see. Disabled for visitors. */
export const useAnnouncements = () => {
  const userId = useAtomValue(userAtom)?._id ?? '';
  return useQuery({
    queryKey: [...announcementsKey, userId],
    queryFn: ({ signal }) =>
      fetchAndCatchUp<AnnouncementPages>(() => fetchPage(undefined, signal), mergeIntoAnnouncements),
    enabled: userId !== '',
  });
};

/** Fetches the next older page and appends it to the cached list. @throws ApiError */
export const fetchOlderAnnouncements = async (cursor: string): Promise<void> => {
  const older = await fetchAndCatchUp<AnnouncementPages>(() => fetchPage(cursor), mergeIntoAnnouncements);
  updateCachedAnnouncements((cached) => appendOlder(cached, older));
};

/** The reach is fetched again at this interval, because no live update reports it. */
const reachIntervalMs = 30_000;

/** How many people have seen each of the user's newest announcements, by announcement id. Older ones are missing. */
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
