import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { updateAnswer } from '#contract/schemas/command-results.ts';
import {
  type NotificationKind,
  type NotificationList,
  notificationList,
} from '#contract/schemas/notifications.ts';
import { getWithPosition } from '../../client/api/get.ts';
import { sendCommand } from '../../client/api/send-command.ts';
import { asOfNoticeAtom } from '../../client/as-of.tsx';
import type { LiveEvents } from '../../client/live/live-events.ts';
import { createSpreadRefetch } from '../../client/live/spread-refetch.ts';
import { logFailure } from '../../client/log-failure.ts';
import { queryClient } from '../../client/query-client.ts';
import { userAtom } from '../../client/session/session.ts';
import { createKindSwitch } from './kind-switch.ts';

type Page = NotificationList & { next: string | null };

const notificationsKey = ['notifications'] as const;

/**
 * Queries the signed-in user's notifications, newest first, page by page. Disabled for visitors and in an as-of view, which does not contain
 * what was seen.
 */
export const useNotifications = () => {
  const userId = useAtomValue(userAtom)?._id ?? '';
  const isAsOf = useAtomValue(asOfNoticeAtom) !== null;
  return useInfiniteQuery({
    queryKey: [...notificationsKey, userId],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const query = { cursor: pageParam ?? undefined };
      const { data, next } = await getWithPosition('/notifications', notificationList, { query, signal });
      // The answer may be older than the user's last choice of kinds.
      return { ...data, switchedOff: [...kindSwitch.current(data.switchedOff)], next };
    },
    getNextPageParam: ({ next }) => next,
    enabled: userId !== '' && !isAsOf,
  });
};

/** Returns the number of written quizzes that wait for the user's marks; at most 1,000. 0 for users who mark none, and until it is known. */
export const useQuizzesToMarkCount = (): number => useNotifications().data?.pages[0]?.quizzesToMark ?? 0;

const updateCached = (change: (page: Page) => Page): void => {
  queryClient.setQueriesData<InfiniteData<Page, string | null>>(
    { queryKey: notificationsKey },
    (cached) => cached && { ...cached, pages: cached.pages.map(change) },
  );
};

const refetchNotifications = () => void queryClient.invalidateQueries({ queryKey: notificationsKey });

/** Marks all notifications up to a log position as seen: in this tab at once, and in the user's other tabs and devices through the server. */
export const markNotificationsSeen = (position: number): void => {
  updateCached((page) => ({ ...page, unread: 0 }));
  // After a failure the notifications stay unread elsewhere, which is not worth an error message.
  sendCommand('PUT', '/notifications/seen', updateAnswer, { body: { position } }).catch((error) =>
    logFailure('Could not save which notifications were seen.', error),
  );
};

const kindSwitch = createKindSwitch({
  save: (switchedOff) =>
    sendCommand('PUT', '/notifications/settings', updateAnswer, { body: { switchedOff: [...switchedOff] } }),
  onSettled: refetchNotifications,
});

/** Switches a kind on or off, on this page at once. @param saved the kinds that are switched off now. @throws ApiError */
export const switchNotificationKind = (
  kind: NotificationKind,
  isOn: boolean,
  saved: readonly NotificationKind[],
): Promise<void> => {
  const saving = kindSwitch.choose(kind, isOn, saved);
  updateCached((page) => ({ ...page, switchedOff: [...kindSwitch.current(page.switchedOff)] }));
  return saving;
};

/** Several changes within this time cause one request. */
const minDelayMs = 100;
/** After a lost connection, clients spread their requests over this time. */
const reconnectSpreadMs = 10_000;

export const registerNotificationLiveHandlers = (live: LiveEvents): void => {
  // The event contains the spread in milliseconds, which is short if the change affects few users. Of several scheduled requests, only
  // the earliest is sent.
  const refetchWithin = createSpreadRefetch(refetchNotifications, minDelayMs);
  live.notificationsChanged.on(refetchWithin);
  live.reconnected.on(() => refetchWithin(reconnectSpreadMs));
};
