import { replaceEqualDeep } from '@tanstack/react-query';
import type { LiveMessage } from '#contract/live-messages.ts';
import type { LogPosition } from '../api/log-position.ts';
import { recentUpdates } from './recent-updates.ts';

/** A page of a list that follows live updates: those up to the log position `readAt` are applied to it. */
export type LivePage = { readAt: number };

/**
 * Returns the log position of an answer, for {@link LivePage}. An answer without a position, which only another server than ours
 * sends, counts as older than all updates.
 */
export const getPagePosition = (readAt: LogPosition | null): number => readAt?.position ?? 0;

/**
 * Returns the option `structuralSharing` of an infinite query: a function that applies the live updates that a page does not
 * contain yet. TanStack Query copies the loaded pages when it starts to fetch another one, and at the end replaces the cached pages
 * by the copy, so updates that arrive meanwhile would be lost. Only this option sees the pages before they are cached.
 * @param merge returns the pages after one live update. It must skip the pages whose `readAt` is not before the update.
 */
export const catchUpPages =
  <D extends { pages: readonly LivePage[] }>(merge: (data: D, update: LiveMessage) => D) =>
  (previous: unknown, next: unknown): unknown => {
    const data = next as D;
    const oldest = Math.min(...data.pages.map(({ readAt }) => readAt));
    return replaceEqualDeep(previous, recentUpdates.recordedAfter(oldest).reduce(merge, data));
  };
