import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { announcementList, announcementReachList, seenAnswer } from '#contract/announcements.ts';
import type { LiveMessage } from '#contract/live.ts';
import { get, getAt } from '../../client/api/get.ts';
import { listenLive } from '../../client/live/listeners.ts';
import { withMissed } from '../../client/live/with-missed.ts';
import { pastAtom } from '../../client/as-of/past.ts';
import { queryClient } from '../../client/query-client.ts';
import { sessionAtom } from '../../client/session/session.ts';
import { type Announcements, isUnread, mergeIntoAnnouncements, type Seen, withOlder } from './merge.ts';

const listKey = ['announcements'] as const;
const seenKey = ['announcements-seen'] as const;
export const reachKey = ['announcements-reach'] as const;

/** Changes what is known of the announcements; does nothing while nothing is known. */
export const changeAnnouncements = (change: (known: Announcements) => Announcements): void => {
  queryClient.setQueriesData<Announcements>({ queryKey: listKey }, (known) => known && change(known));
};

const isRemoval = ({ kind }: LiveMessage) => kind === 'person-removed' || kind === 'user-removed';

listenLive((message) => {
  changeAnnouncements((known) => mergeIntoAnnouncements(known, message));
  // Whoever joins or leaves a course reads others than before; which, only the server knows.
  if (message.kind === 'enrolment-added' || message.kind === 'enrolment-removed') {
    void queryClient.invalidateQueries({ queryKey: listKey });
    askSeenAgain();
  }
  // A removed person's name leaves what they announced. The bell needs no names: whoever looks at them asks again.
  if (isRemoval(message)) void queryClient.invalidateQueries({ queryKey: listKey, refetchType: 'none' });
});

/** What everybody who looks fetches again at once is spread over this time. */
const spreadMs = 1_000;

/** As long as announcements are looked at, the name of a poster who is removed leaves them. @returns the way to end it. */
export const followPosters = (): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = listenLive((message) => {
    if (!isRemoval(message)) return;
    clearTimeout(timer);
    timer = setTimeout(
      () => void queryClient.refetchQueries({ queryKey: listKey, type: 'active' }),
      Math.random() * spreadMs,
    );
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
};

/** How many come at once; older ones come when they are asked for. */
const pageSize = 100;

const page = (cursor: string | undefined, signal?: AbortSignal) =>
  getAt('/announcement', announcementList, {
    query: { limit: pageSize, cursor },
    ...(signal ? { signal } : {}),
  }).then(({ data, place, next }) => ({ data: { list: data, next }, place }));

/** The id of the registered person who is signed in; null for everybody else. */
const usePersonId = (): string | null => {
  const session = useAtomValue(sessionAtom);
  return session.status === 'signed-in' ? (session.user?._id ?? null) : null;
};

const announcementsQuery = (personId: string) =>
  queryOptions({
    queryKey: [...listKey, personId],
    queryFn: ({ signal }): Promise<Announcements> =>
      withMissed<Announcements>(() => page(undefined, signal), mergeIntoAnnouncements),
  });

/** What was announced to the person who is signed in; for visitors nothing is asked. */
export const useAnnouncements = () => {
  const personId = usePersonId();
  return useQuery({ ...announcementsQuery(personId ?? ''), enabled: personId !== null });
};

/** Fetches the next page of older ones and puts them behind the others. @throws ApiError */
export const fetchOlder = async (cursor: string): Promise<void> => {
  const { data } = await page(cursor);
  changeAnnouncements((known) => withOlder(known, data));
};

const seenQuery = (personId: string) =>
  queryOptions({
    queryKey: [...seenKey, personId],
    queryFn: async ({ signal, queryKey }): Promise<Seen> => {
      const { position, joined } = await get('/announcement/seen', seenAnswer, { signal });
      return {
        // What this tab has just said may be on its way still.
        upTo: Math.max(queryClient.getQueryData<Seen>(queryKey)?.upTo ?? 0, position),
        joined: Object.fromEntries(joined.map((course) => [course.courseId, course.position])),
      };
    },
  });

/**
 * What the person has seen of what was announced, on whatever device; undefined until it is known, null when it could
 * not be had, as in the past: what was seen is no history.
 */
export const useSeen = (): Seen | null | undefined => {
  const personId = usePersonId();
  const isPast = useAtomValue(pastAtom) !== null;
  const { data, isError } = useQuery({
    ...seenQuery(personId ?? ''),
    enabled: personId !== null && !isPast,
  });
  return data ?? (isError || isPast ? null : undefined);
};

/** Asks anew what was seen on other devices: while the line was lost nobody said so. */
export const askSeenAgain = (): void => {
  void queryClient.invalidateQueries({ queryKey: seenKey });
};

/** Moves what was seen forward in this tab; it never moves back. */
export const noteSeen = (position: number): void => {
  queryClient.setQueriesData<Seen>({ queryKey: seenKey }, (known = { upTo: 0, joined: {} }) => ({
    ...known,
    upTo: Math.max(known.upTo, position),
  }));
};

/** How many announcements the person has not seen yet; 0 until that is known. */
export const useUnread = (): number => {
  const { data } = useAnnouncements();
  const seen = useSeen();
  if (!data || !seen) return 0;
  return data.list.filter((announcement) => isUnread(announcement, seen)).length;
};

/** How far one's own announcements came, by id; asked again every half minute while it is looked at. */
export const useReach = (enabled: boolean) =>
  useQuery({
    queryKey: reachKey,
    queryFn: async ({ signal }) => {
      const list = await get('/announcement/reach', announcementReachList, { signal });
      return new Map(list.map((reach) => [reach._id, reach]));
    },
    enabled,
    refetchInterval: 30_000,
  }).data;
