import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { headers } from '#contract/headers.ts';
import { type AuditEntry, auditEntry, auditFileLimit, auditList } from '#contract/schemas/audit.ts';
import { downloadCsv } from '../../client/api/download.ts';
import { getPage, type ListPage } from '../../client/api/list-page.ts';
import { getUpToDateAnswer } from '../../client/live/positioned-answer.ts';
import { queryClient } from '../../client/query-client.ts';
import { userAtom } from '../../client/session/session.ts';
import { type AuditFilter, toAuditQuery } from './audit-filter.ts';
import { getNewestAuditPosition, newEntriesKey } from './audit-live.ts';

const auditKey = ['audit'] as const;
const pageSize = 50;

type Pages = InfiniteData<ListPage<AuditEntry>, string | null>;

/** Queries the audit entries that match the filter, newest first. `fetchNextPage` loads older ones. */
export const useAuditEntries = (filter: AuditFilter) => {
  const query = useInfiniteQuery({
    queryKey: [...auditKey, filter],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...toAuditQuery(filter), limit: pageSize };
      return (await getPage('/audit', auditEntry, { query, cursor: pageParam, signal })).data;
    },
    getNextPageParam: ({ next }) => next,
    // An entry that can be undone now may not be undoable later.
    staleTime: 0,
  });
  return { ...query, entries: query.data?.pages.flatMap(({ items }) => items) };
};

/**
 * Returns the number of entries that are newer than the list, and a function that shows them. They are not shown
 * automatically, so that the list does not move while somebody reads it. The user's own readings are not counted: opening
 * the History page may record one.
 * @param topPosition the position of the newest entry in the list; undefined while the list is loading.
 * @returns `count`, which is a minimum if `isAtLeast`.
 */
export const useNewEntries = (filter: AuditFilter, topPosition: number | undefined) => {
  const userId = useAtomValue(userAtom)?._id;
  const { data = [] } = useQuery({
    queryKey: [...newEntriesKey, filter, topPosition, userId],
    queryFn: async ({ signal }): Promise<readonly AuditEntry[]> => {
      const query = {
        ...toAuditQuery(filter),
        after: topPosition,
        limit: pageSize,
        withoutReadingsBy: userId,
      };
      return (await getUpToDateAnswer(getNewestAuditPosition, '/audit', auditList, { query, signal })).data;
    },
    enabled: topPosition !== undefined,
  });
  const isAtLeast = data.length >= pageSize;
  const show = async (): Promise<void> => {
    queryClient.setQueryData<Pages>([...auditKey, filter], (cached) => {
      const [firstPage, ...olderPages] = cached?.pages ?? [];
      // A full page may leave a gap before the first entry of the list.
      if (!cached || !firstPage || isAtLeast) return cached;
      return {
        ...cached,
        pages: [{ ...firstPage, items: [...data, ...firstPage.items] }, ...olderPages],
      };
    });
    // New entries may change which older ones can be undone, and the user's own readings are still missing.
    await queryClient.invalidateQueries({ queryKey: [...auditKey, filter] });
  };
  return { count: data.length, isAtLeast, show };
};

export const refetchAudit = (): Promise<void> => queryClient.invalidateQueries({ queryKey: auditKey });

/**
 * Fetches the audit entries that match the filter as a CSV file.
 * @returns the file, and whether more entries match than the file holds.
 * @throws ApiError
 */
export const fetchAuditCsv = async (
  filter: AuditFilter,
): Promise<{ content: Blob; isTruncated: boolean }> => {
  const response = await downloadCsv('/audit', { ...toAuditQuery(filter), limit: auditFileLimit });
  return {
    content: response.content,
    isTruncated: response.headers.get(headers.nextCursor) !== null,
  };
};
