import { afterEach, expect, test } from 'vitest';
import { createEmitter } from '../emitter.ts';
import { queryClient } from '../query-client.ts';
import { store } from '../store.ts';
import { createIsRemovedAtom, markRemoved } from './changed-records.ts';
import { createWelcomeHandler } from './create-welcome-handler.ts';
import { createLiveCursor } from './live-cursor.ts';
import { createRecentUpdates } from './recent-updates.ts';

const logId = 'a0000000-0000-4000-8000-000000000000';
const queryKey = ['welcome-test'];

afterEach(() => queryClient.removeQueries({ queryKey }));

test('after a welcome, says that the history may have new entries, or fetches everything again if the server orders a refetch', () => {
  const live = { auditChanged: createEmitter<number>(), refetch: createEmitter<void>() };
  const events: string[] = [];
  live.auditChanged.on((position) => events.push(`audit ${position}`));
  live.refetch.on(() => events.push('refetch'));
  const recentUpdates = createRecentUpdates();
  const handleWelcome = createWelcomeHandler({ cursor: createLiveCursor(), recentUpdates, live });
  queryClient.setQueryData(queryKey, 'cached');
  const isInvalidated = () => queryClient.getQueryState(queryKey)?.isInvalidated;

  handleWelcome({ position: 4, logId, refetch: false }, null);
  expect([events, isInvalidated()]).toEqual([['audit 4'], false]);
  handleWelcome({ position: 9, logId, refetch: true }, null);
  expect([events, isInvalidated()]).toEqual([['audit 4', 'refetch'], true]);
  expect(recentUpdates.after(8)).toBeNull();
});

test('after missed updates, a record no longer counts as removed, because it may have been restored', () => {
  const live = { auditChanged: createEmitter<number>(), refetch: createEmitter<void>() };
  const recentUpdates = createRecentUpdates();
  const handleWelcome = createWelcomeHandler({ cursor: createLiveCursor(), recentUpdates, live });
  const isRemovedAtom = createIsRemovedAtom('course');
  markRemoved('course', true);
  handleWelcome({ position: 4, logId, refetch: false }, null);
  expect(store.get(isRemovedAtom)).toBe(true);
  handleWelcome({ position: 9, logId, refetch: true }, null);
  expect(store.get(isRemovedAtom)).toBe(false);
});
