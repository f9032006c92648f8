import { queryOptions } from '@tanstack/react-query';
import { type User, userList } from '#contract/schemas/users.ts';
import { getWithPosition } from '../../client/api/get.ts';
import { fetchAndCatchUp } from '../../client/live/fetch-and-catch-up.ts';
import { mergeIntoUsers, usersKey } from './user-live.ts';

/** All users, oldest first. For Admins. */
export const usersQuery = queryOptions({
  queryKey: usersKey,
  queryFn: ({ signal }): Promise<readonly User[]> =>
    fetchAndCatchUp<readonly User[]>(() => getWithPosition('/users', userList, { signal }), mergeIntoUsers),
});
