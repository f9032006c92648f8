import { queryOptions } from '@tanstack/react-query';
import { type User, userList } from '#contract/users.ts';
import { getAt } from '../../client/api/get.ts';
import { listenLive } from '../../client/live/listeners.ts';
import { markChanged } from '../../client/live/recent-changes.ts';
import { withMissed } from '../../client/live/with-missed.ts';
import { queryClient } from '../../client/query-client.ts';
import { isUserMessage, mergeIntoUsers } from './merge.ts';

const key = ['users'] as const;

/** The list follows the log from the moment this page's code is there, shown or not, so that it is never older than the tab. */
listenLive((message) => {
  if (!isUserMessage(message)) return;
  if (message.kind !== 'user-removed') markChanged(message.data._id);
  queryClient.setQueryData<readonly User[]>(key, (users) => users && mergeIntoUsers(users, message));
});

/** Takes somebody out of the shown list, after the server has said that they are removed. */
export const dropFromList = (id: string): void => {
  queryClient.setQueryData<readonly User[]>(key, (users) => users?.filter((user) => user._id !== id));
};

/** Changes somebody in the shown list, after the server has said that it is so. */
export const changeInList = (id: string, change: Partial<User>): void => {
  queryClient.setQueryData<readonly User[]>(key, (users) =>
    users?.map((user) => (user._id === id ? { ...user, ...change } : user)),
  );
};

/** Everybody who is registered, in the order in which they came; for Admins. */
export const usersQuery = queryOptions({
  queryKey: key,
  queryFn: ({ signal }): Promise<readonly User[]> =>
    withMissed<readonly User[]>(
      () => getAt('/users', userList, { signal }),
      (users, message) => (isUserMessage(message) ? mergeIntoUsers(users, message) : users),
    ),
});

export const fetchUsersAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: key });
