import { expect, test, vi } from 'vitest';
import type { LiveTrending } from '#contract/live.ts';
import { silentLogger } from '#platform/logging.ts';
import type { Announcement } from '../announcement.ts';
import { LiveTrendingCourses } from './trending.ts';

const at = (position: number): LiveTrending => ({ position, logId: 'the log', courses: [] });
const everyMs = 5;

const open = (find: () => Promise<LiveTrending>) => {
  const told: number[] = [];
  const trending = new LiveTrendingCourses({
    find,
    emit: ({ position }) => told.push(position),
    everyMs,
    logger: silentLogger(),
  });
  return { trending, told };
};
const removal: Announcement = {
  position: 1,
  subject: 'review-a',
  withdraws: true,
  membership: null,
  deliveries: [
    { to: ['everyone'], message: { kind: 'review-removed', data: { _id: 'a', catalogueId: 'b' } } },
  ],
};

test('however much happens while it looks, it looks once more, and says what is true then', async () => {
  const looks: PromiseWithResolvers<LiveTrending>[] = [];
  const { trending, told } = open(() => {
    const look = Promise.withResolvers<LiveTrending>();
    looks.push(look);
    return look.promise;
  });
  expect(trending.latest).toBeNull();
  for (let time = 0; time < 100; time += 1) trending.follow(removal);
  expect(looks).toHaveLength(1);
  for (let time = 0; time < 100; time += 1) trending.follow(removal);
  looks[0]?.resolve(at(7));
  await vi.waitFor(() => expect(looks).toHaveLength(2));
  expect(told).toEqual([7]);
  looks[1]?.resolve(at(100));
  await vi.waitFor(() => expect(told).toEqual([7, 100]));
  expect(trending.latest).toEqual(at(100));
  await trending.close();
  expect(looks).toHaveLength(2);
});

test('what does not concern the ratings, or is told to nobody, makes it look at nothing', async () => {
  let looks = 0;
  const { trending } = open(async () => at(++looks));
  trending.follow({ ...removal, deliveries: [] });
  trending.follow({
    ...removal,
    deliveries: [{ to: ['role:Admin'], message: { kind: 'user-removed', data: { _id: 'a' } } }],
  });
  expect(looks).toBe(0);
  await trending.close();
});

test('a look that fails is made again', async () => {
  let looks = 0;
  const { trending, told } = open(async () => {
    looks += 1;
    if (looks < 3) throw new Error('the database is away');
    return at(looks);
  });
  trending.lookAgain();
  await vi.waitFor(() => expect(told).toEqual([3]));
  await trending.close();
});
