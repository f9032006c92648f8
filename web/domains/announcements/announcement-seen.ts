import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type Announcement, seenAnswer } from '#contract/schemas/announcements.ts';
import { updateAnswer } from '#contract/schemas/command-results.ts';
import { get } from '../../client/api/get.ts';
import { sendCommand } from '../../client/api/send-command.ts';
import { asOfNoticeAtom, isAsOfView } from '../../client/as-of.tsx';
import { logFailure } from '../../client/log-failure.ts';
import { queryClient } from '../../client/query-client.ts';
import { userAtom } from '../../client/session/session.ts';

/**
 * Which announcements the user has seen on any device, in log positions. The user has seen all announcements up to `upTo`.
 * Announcements before `registeredAt` are older than the account. `joinedAt` contains, by course id, the position at which the user
 * first enrolled: from then on, the user can see the announcements of the course.
 */
export type Seen = { upTo: number; registeredAt: number; joinedAt: Readonly<Record<string, number>> };

/** Returns the log position from which the user could see an announcement. */
export const getVisibleSince = (
  { position, courseId }: Pick<Announcement, 'position' | 'courseId'>,
  joinedAt: Seen['joinedAt'],
): number => Math.max(position, courseId === null ? 0 : (joinedAt[courseId] ?? 0));

/**
 * Returns whether an announcement is for others: the user posted it, or it is a student message that the user reads as an Admin.
 * (The server tells Admins and the sender how many recipients there are, but it does not tell the recipients.)
 */
export const isForOthers = ({ own, selection }: Pick<Announcement, 'own' | 'selection'>): boolean =>
  own || (selection?.recipients ?? null) !== null;

/** Returns whether an announcement is unread. Announcements for others, and those from before the registration, are never unread. */
export const isUnread = (announcement: Announcement, { upTo, registeredAt, joinedAt }: Seen): boolean =>
  !isForOthers(announcement) &&
  announcement.position > registeredAt &&
  getVisibleSince(announcement, joinedAt) > upTo;

const seenKey = ['announcements-seen'] as const;

/** The seen positions that this tab learned before the server's answer arrived, by user id. */
const earlyPositions = new Map<unknown, number>();

export const seenQuery = (userId: string) =>
  queryOptions({
    queryKey: [...seenKey, userId],
    queryFn: async ({ signal, queryKey }): Promise<Seen> => {
      const { position, registered, joined } = await get('/announcement/seen', seenAnswer, { signal });
      // The position that this tab has just sent may not have arrived yet.
      const cached = queryClient.getQueryData<Seen>(queryKey)?.upTo ?? 0;
      const early = earlyPositions.get(userId) ?? 0;
      earlyPositions.delete(userId);
      return {
        upTo: Math.max(cached, early, position),
        registeredAt: registered,
        joinedAt: Object.fromEntries(joined.map((course) => [course.courseId, course.position])),
      };
    },
  });

/**
 * Returns which announcements the user has seen: undefined for visitors and while the answer is loading, null if it could not be loaded,
 * and null in an as-of view, where no announcement is unread.
 */
export const useSeen = (): Seen | null | undefined => {
  const userId = useAtomValue(userAtom)?._id ?? '';
  const isAsOf = useAtomValue(asOfNoticeAtom) !== null;
  const { data, isError } = useQuery({ ...seenQuery(userId), enabled: userId !== '' && !isAsOf });
  return data ?? (isError || isAsOf ? null : undefined);
};

/** Fetches again which announcements the user has seen: at once if a page uses the answer, otherwise when a page needs it. */
export const refetchSeen = (): void => {
  // Invalidating an inactive query is not enough: `cacheSeenUpTo` would make it count as fresh again.
  queryClient.removeQueries({ queryKey: seenKey, type: 'inactive' });
  void queryClient.invalidateQueries({ queryKey: seenKey });
};

/** Moves the seen position forward in this tab. It never moves back. */
export const cacheSeenUpTo = (position: number): void => {
  for (const [queryKey, seen] of queryClient.getQueriesData<Seen>({ queryKey: seenKey })) {
    const userId = queryKey[1];
    if (seen) queryClient.setQueryData<Seen>(queryKey, { ...seen, upTo: Math.max(seen.upTo, position) });
    else earlyPositions.set(userId, Math.max(earlyPositions.get(userId) ?? 0, position));
  }
};

/** Marks everything up to a position as seen: in this tab at once, and in the user's other tabs and devices through the server. */
export const markSeenUpTo = (position: number): void => {
  if (isAsOfView()) return;
  cacheSeenUpTo(position);
  // After a failure the announcements stay unread elsewhere, which is not worth an error message.
  sendCommand('PUT', '/announcement/seen', updateAnswer, { body: { position } }).catch((error) =>
    logFailure('Could not save which announcements were seen.', error),
  );
};
