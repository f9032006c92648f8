import { expect, test } from 'vitest';
import type { LiveTrending } from '#contract/public-live-messages.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { TrendingBroadcaster } from './trending-broadcaster.ts';
import type { LiveUpdate } from './updates/live-update.ts';

const trendingAt = (position: number): LiveTrending => ({ position, logId: 'the log', courses: [] });

const createBroadcaster = (load: () => Promise<LiveTrending>) => {
  const sent: number[] = [];
  const broadcaster = new TrendingBroadcaster({
    load,
    emit: ({ position }) => sent.push(position),
    intervalMs: 5,
    logger: createSilentLogger(),
  });
  return { broadcaster, sent };
};
const removal: LiveUpdate = {
  position: 1,
  subject: 'review-a',
  isRemoval: true,
  roleChange: null,
  deliveries: [
    { to: ['everyone'], message: { kind: 'review-removed', data: { _id: 'a', catalogueId: 'b' } } },
  ],
};

test('many updates during a load cause only one more load', async () => {
  const loads: PromiseWithResolvers<LiveTrending>[] = [];
  const { broadcaster, sent } = createBroadcaster(() => {
    const load = Promise.withResolvers<LiveTrending>();
    loads.push(load);
    return load.promise;
  });
  expect(broadcaster.latest).toBeNull();
  for (let update = 0; update < 100; update += 1) broadcaster.onLiveUpdate(removal);
  expect(loads).toHaveLength(1);
  for (let update = 0; update < 100; update += 1) broadcaster.onLiveUpdate(removal);
  loads[0]?.resolve(trendingAt(7));
  await expect.poll(() => loads).toHaveLength(2);
  expect(sent).toEqual([7]);
  loads[1]?.resolve(trendingAt(100));
  await expect.poll(() => sent).toEqual([7, 100]);
  expect(broadcaster.latest).toEqual(trendingAt(100));
  await broadcaster.close();
  expect(loads).toHaveLength(2);
});

test('ignores updates that cannot change the trending courses, and updates without deliveries', async () => {
  let loads = 0;
  const { broadcaster } = createBroadcaster(async () => trendingAt(++loads));
  broadcaster.onLiveUpdate({ ...removal, deliveries: [] });
  broadcaster.onLiveUpdate({
    ...removal,
    deliveries: [{ to: ['role:Admin'], message: { kind: 'user-removed', data: { _id: 'a' } } }],
  });
  expect(loads).toBe(0);
  await broadcaster.close();
});

test('retries a failed load', async () => {
  let loads = 0;
  const { broadcaster, sent } = createBroadcaster(async () => {
    loads += 1;
    if (loads < 3) throw new Error('the database is unreachable');
    return trendingAt(loads);
  });
  broadcaster.refresh();
  await expect.poll(() => sent).toEqual([3]);
  await broadcaster.close();
});
