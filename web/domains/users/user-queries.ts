import { queryOptions } from '@tanstack/react-query';
import { maxSearchLength } from '#contract/fields/text.ts';
import {
  type DirectoryOrder,
  type DirectorySort,
  directoryPage,
  type UserType,
} from '#contract/schemas/users.ts';
import { downloadCsv } from '../../client/api/download.ts';
import type { Query } from '../../client/api/get.ts';
import { getUpToDateAnswer } from '../../client/live/positioned-answer.ts';
import { getLastUserChangePosition, usersKey } from './user-live.ts';

/** Which users are listed, and in which order: by default all, in the order of registration. */
export type DirectoryListing = {
  /** Words that must occur in the name or the e-mail. */
  search?: string;
  userTypes?: readonly UserType[];
  hasRoleRequest?: true;
  id?: string;
  sort?: DirectorySort;
  order?: DirectoryOrder;
};

const toQuery = ({ search = '', userTypes, hasRoleRequest, ...rest }: DirectoryListing): Query => ({
  ...rest,
  search: search.trim().slice(0, maxSearchLength) || undefined,
  userTypes: userTypes?.join(','),
  hasRoleRequest: hasRoleRequest && 'true',
});

/**
 * Returns the query for a page of users, and the total number of users in the listing. Only Admins may read it, and their reading is
 * recorded. The page is fetched again after each change to a user, because only the server knows whether the change affects it.
 * @param page counted from 1.
 */
export const directoryQuery = (listing: DirectoryListing, page: number, limit: number) =>
  queryOptions({
    queryKey: [...usersKey, listing, page, limit],
    queryFn: ({ signal }) => {
      const query = { ...toQuery(listing), page, limit };
      return getUpToDateAnswer(getLastUserChangePosition, '/directory', directoryPage, { query, signal });
    },
    select: ({ data }) => data,
  });

/** Returns the query for a page that contains only the user with this id; empty if that user was removed. */
export const userQuery = (id: string) => directoryQuery({ id }, 1, 1);

/** Fetches the users of a listing as a CSV file, at most `maxUsersInFile`. @throws ApiError */
export const fetchUsersCsv = async (listing: DirectoryListing): Promise<Blob> =>
  (await downloadCsv('/directory', toQuery(listing))).content;
