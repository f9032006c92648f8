import { replaceEqualDeep } from '@tanstack/react-query';
import type { LiveMessage } from '#contract/live-messages.ts';
import type { LogPosition } from '../api/log-position.ts';
import { fetchRecent } from './fetch-and-catch-up.ts';
import { recentUpdates } from './recent-updates.ts';

/** A page of a list to which live updates are applied. It contains the updates up to the log position `readAtPosition`. */
export type LivePage = { readAtPosition: number };

/** Returns the log position of an answer, for {@link LivePage}. An answer without a position counts as older than all updates. */
export const getPagePosition = (readAt: LogPosition | null): number => readAt?.position ?? 0;

/**
 * Applies one live update to the pages that do not contain it yet. Returns the same object if nothing changed.
 * @param mergePage returns a page after the update; the same page if the update does not concern it.
 */
export const mergeIntoPages = <D extends { pages: readonly LivePage[] }>(
  data: D,
  update: LiveMessage,
  mergePage: (page: D['pages'][number], index: number) => D['pages'][number],
): D => {
  const pages = data.pages.map((page: D['pages'][number], index) => {
    if (update.position <= page.readAtPosition) return page;
    const merged = mergePage(page, index);
    return merged === page ? page : { ...merged, readAtPosition: update.position };
  });
  return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
};

/**
 * Returns the `structuralSharing` option of an infinite query: a function that applies the live updates that a page does not
 * contain yet. TanStack Query copies the loaded pages when it starts to fetch another one, and finally replaces the cached pages
 * with the copy, so updates that arrive in between would be lost. Only this option sees the pages before they are cached.
 * @param merge returns the pages after one live update. It must skip the pages whose `readAtPosition` is not before the update.
 */
const catchUpPages =
  <D extends { pages: readonly LivePage[] }>(merge: (data: D, update: LiveMessage) => D) =>
  (previous: unknown, next: unknown): unknown => {
    const data = next as D;
    const oldest = Math.min(...data.pages.map(({ readAtPosition }) => readAtPosition));
    return replaceEqualDeep(previous, recentUpdates.recordedAfter(oldest).reduce(merge, data));
  };

/** The parameters are the cursors of the pages; null for the first page. */
type LivePages<P extends LivePage> = { pages: P[]; pageParams: (string | null)[] };

/**
 * Returns the options of an infinite query whose pages follow live updates. Every list that live updates change and that is loaded
 * page by page must use them, because otherwise updates that arrive while a page loads are lost. Such a query must not have a `select`,
 * because TanStack Query would also call `structuralSharing` with the result of `select`.
 * @param options.fetchPage fetches the page that begins at a cursor; null for the first page.
 * @param options.merge returns the pages after one live update, see {@link mergeIntoPages}.
 */
export const livePagesOptions = <P extends LivePage & { next: string | null }>({
  fetchPage,
  merge,
}: {
  fetchPage: (cursor: string | null, signal: AbortSignal) => Promise<{ data: P; readAt: LogPosition | null }>;
  merge: (data: LivePages<P>, update: LiveMessage) => LivePages<P>;
}) => ({
  queryFn: async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }): Promise<P> =>
    (await fetchRecent(() => fetchPage(pageParam, signal))).data,
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }: P) => next,
  structuralSharing: catchUpPages(merge),
});

/** Joins the items of pages. An item that moved between two requests may be on two pages; its first occurrence counts. */
export const joinById = <T extends { _id: string }>(pages: readonly (readonly T[])[]): T[] => {
  const byId = new Map<string, T>();
  for (const item of pages.flat()) if (!byId.has(item._id)) byId.set(item._id, item);
  return [...byId.values()];
};
