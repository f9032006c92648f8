import { expect, test } from 'vitest';
import type { Standing } from './positions.ts';
import { waitFor } from './wait.ts';

const standing = (courses: number, users: number, parked = 0): Standing => ({
  logId: 'a',
  head: 10,
  models: new Map([
    ['courses', { position: courses, relevant: courses, epoch: 0, parked }],
    ['users', { position: users, relevant: users, epoch: 0, parked: 0 }],
  ]),
});
const never = () => Promise.reject(new Error('nothing to wait for'));

test('what is there already is not waited for', async () => {
  const seen = await waitFor(['courses'], { position: 10, within: 50 }, standing(10, 3), never, never);
  expect(seen).toMatchObject({ position: 10, stale: false });
});

test('each of the models has to be there, and the wake-up lets it look again', async () => {
  const later = [standing(10, 9), standing(10, 12)];
  let wokenUp = 0;
  const seen = await waitFor(
    ['courses', 'users'],
    { position: 10, within: 5_000 },
    standing(8, 3),
    async () => later.shift() ?? standing(0, 0),
    async () => {
      wokenUp += 1;
    },
  );
  expect(seen).toMatchObject({ position: 10, stale: false });
  expect(wokenUp).toBe(2);
});

test('when the time is over it says so and shows what there is', async () => {
  const seen = await waitFor(
    ['courses'],
    { position: 10, within: 20 },
    standing(8, 8),
    async () => standing(9, 9),
    (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  );
  expect(seen).toMatchObject({ position: 9, stale: true });
});

test('a parked stream in scope makes the answer stale, elsewhere it does not', async () => {
  const parked = standing(10, 10, 1);
  expect((await waitFor(['courses'], { position: 10, within: 5 }, parked, never, never)).stale).toBe(true);
  expect((await waitFor(['users'], { position: 10, within: 5 }, parked, never, never)).stale).toBe(false);
});

test('a model that nobody knows yet is at 0', async () => {
  const seen = await waitFor(['reviews'], { position: 0, within: 5 }, standing(1, 1), never, never);
  expect(seen).toMatchObject({ position: 0, stale: false });
});
