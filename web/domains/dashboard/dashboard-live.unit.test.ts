import { afterEach, expect, test } from 'vitest';
import type { Dashboard } from '#contract/schemas/dashboard.ts';
import { createEmitter } from '../../client/emitter.ts';
import { queryClient } from '../../client/query-client.ts';
import { dashboardKey, fetchUnlessReceived, registerDashboardLiveHandlers } from './dashboard-live.ts';

/** Returns a dashboard with this head of the log. @param at the time, by the clock of the node that made the dashboard. */
const createDashboard = (head: number, at: string): Dashboard => ({
  ...{ at, head, people: 1, visitors: 0, sockets: 1, learners: 0 },
  ...{ learning: [], nodes: [], minutes: [], models: [], newest: [] },
});
const fromFirstNode = createDashboard(5, '2026-03-05T12:00:00.000Z');
const fromNodeWithSlowClock = createDashboard(6, '2026-03-05T11:00:00.000Z');
const getHead = () => queryClient.getQueryData<Dashboard>(dashboardKey)?.head;

const live = { dashboard: createEmitter<unknown>() };
registerDashboardLiveHandlers(live);

afterEach(() => queryClient.removeQueries({ queryKey: dashboardKey }));

test('follows the live connection to a node whose clock is behind', () => {
  live.dashboard.emit(fromFirstNode);
  live.dashboard.emit(fromNodeWithSlowClock);
  expect(getHead()).toBe(6);
});

test('returns the fetched dashboard, whatever the clock of its node says, unless a live update arrives in the meantime', async () => {
  queryClient.setQueryData(dashboardKey, fromFirstNode);
  expect(await fetchUnlessReceived(async () => fromNodeWithSlowClock)).toEqual(fromNodeWithSlowClock);

  const late = fetchUnlessReceived(async () => {
    live.dashboard.emit(fromNodeWithSlowClock);
    return fromFirstNode;
  });
  expect(await late).toEqual(fromNodeWithSlowClock);
});
