import type { LiveMessage } from '#contract/live-messages.ts';
import type { User } from '#contract/schemas/users.ts';
import { changeItems } from '../../client/live/change-items.ts';
import { markChanged } from '../../client/live/changed-records.ts';
import type { LiveEvents } from '../../client/live/live-events.ts';
import { queryClient } from '../../client/query-client.ts';

export const usersKey = ['users'] as const;

const updateCachedUsers = (change: (users: readonly User[]) => readonly User[]): void => {
  queryClient.setQueryData<readonly User[]>(usersKey, (users) => users && change(users));
};

/** Removes a user from the cached list, after the server has confirmed it. */
export const removeCachedUser = (id: string): void =>
  updateCachedUsers((users) => users.filter((user) => user._id !== id));

/** Changes a user in the cached list, after the server has confirmed it. */
export const updateCachedUser = (id: string, change: Partial<User>): void =>
  updateCachedUsers((users) => changeItems(users, ({ _id }) => _id === id, change));

export const refetchUsers = (): Promise<void> => queryClient.invalidateQueries({ queryKey: usersKey });

/** Applies one live update to the list of users, oldest first. Returns the same list if nothing changed. */
export const mergeIntoUsers = (users: readonly User[], update: LiveMessage): readonly User[] => {
  if (update.kind !== 'user-removed' && update.kind !== 'user-registered' && update.kind !== 'user-changed')
    return users;
  const isUser = ({ _id }: User) => _id === update.data._id;
  if (!users.some(isUser)) return update.kind === 'user-removed' ? users : [...users, update.data];
  return update.kind === 'user-removed'
    ? users.filter((user) => !isUser(user))
    : changeItems(users, isUser, update.data);
};

export const registerUserLiveHandlers = (live: LiveEvents): void => {
  live.updates.on((update) => {
    if (update.kind === 'user-registered' || update.kind === 'user-changed') markChanged(update.data._id);
    updateCachedUsers((users) => mergeIntoUsers(users, update));
  });
};
