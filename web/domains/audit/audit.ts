import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type AuditEntry, auditEntry, auditList } from '#contract/audit.ts';
import { getAt } from '../../client/api/get.ts';
import { getPage, type ListPage } from '../../client/api/list-page.ts';
import { listenAudit } from '../../client/live/listeners.ts';
import { queryClient } from '../../client/query-client.ts';
import { userAtom } from '../../client/session/session.ts';
import { type AuditFilter, auditQueryOf } from './filter.ts';

const listKey = ['audit'] as const;
const newerKey = ['audit-newer'] as const;
/** Entries that come at once, older ones and newer ones. */
const pageSize = 50;

/** Up to where something happened, as the server said last. */
let happenedUpTo = 0;
listenAudit((position) => {
  happenedUpTo = Math.max(happenedUpTo, position);
  // One that is under way asks once more by itself.
  void queryClient.invalidateQueries({ queryKey: newerKey }, { cancelRefetch: false });
});

type Pages = InfiniteData<ListPage<AuditEntry>, string | null>;

const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...listKey, filter],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...auditQueryOf(filter), limit: pageSize };
      return (await getPage('/audit', auditEntry, { query, cursor: pageParam, signal })).data;
    },
    getNextPageParam: ({ next }) => next,
    // What stands in the history stays; whether it can still be undone does not.
    staleTime: 0,
  });

/** What happened, newest first, older entries by `fetchNextPage`. */
export const useAudit = (filter: AuditFilter) => {
  const query = useInfiniteQuery(auditQuery(filter));
  return { ...query, entries: query.data?.pages.flatMap(({ items }) => items) };
};

const newerQuery = (filter: AuditFilter, top: number, readerId: string | undefined) =>
  queryOptions({
    queryKey: [...newerKey, filter, top, readerId],
    queryFn: async ({ signal }): Promise<readonly AuditEntry[]> => {
      const query = { ...auditQueryOf(filter), withoutReadingsBy: readerId, after: top, limit: pageSize };
      for (let turn = 1; ; turn += 1) {
        const { data, place } = await getAt('/audit', auditList, { query, signal });
        if (turn === 3 || happenedUpTo <= (place?.position ?? 0)) return data;
      }
    },
  });

/**
 * What came since the newest entry that is shown; it waits until it is asked for, so that nothing moves under a reader.
 * The reader's own readings are not told of: whoever opens the history is recorded for it, and would be told of a change that
 * is their own looking. They come with the others, and when the page is opened again.
 * @param top the position of the newest that is shown; undefined while nothing is.
 * @returns how many came, at least where there are more than a page of them.
 */
export const useNewer = (filter: AuditFilter, top: number | undefined) => {
  const reader = useAtomValue(userAtom);
  const newer = newerQuery(filter, top ?? 0, reader?._id);
  const { data = [] } = useQuery({ ...newer, enabled: top !== undefined });
  const atLeast = data.length >= pageSize;
  const show = async (): Promise<void> => {
    queryClient.setQueryData<Pages>([...listKey, filter], (known) => {
      const [first, ...rest] = known?.pages ?? [];
      // As many as come at once: between them and those that are shown there may be more.
      if (!known || !first || atLeast) return known;
      return { ...known, pages: [{ ...first, items: [...data, ...first.items] }, ...rest] };
    });
    // How the older ones can be undone follows from the newer; and the reader's own readings come between them.
    await queryClient.invalidateQueries({ queryKey: [...listKey, filter] });
  };
  return { count: data.length, atLeast, show };
};

export const fetchAuditAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: listKey });
