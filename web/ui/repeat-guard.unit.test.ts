import { expect, test } from 'vitest';
import { createRepeatGuard } from './repeat-guard.ts';

/** Creates a guard of 500 ms with a clock that the test sets, and a list of the tasks that ran. */
const createGuard = () => {
  const clock = { time: 0 };
  const ran: string[] = [];
  const guard = createRepeatGuard(500, () => clock.time);
  return { clock, ran, press: (name: string) => guard(() => void ran.push(name)), guard };
};

test('runs a task at once, and ignores the second click of a double click', async () => {
  const { clock, ran, press } = createGuard();
  const first = press('first row');
  expect(ran).toEqual(['first row']);
  await first;
  clock.time = 499;
  await press('second row');
  expect(ran).toEqual(['first row']);
  clock.time = 500;
  await press('second row');
  expect(ran).toEqual(['first row', 'second row']);
});

test('ignores other tasks while a task runs, and for a moment after it', async () => {
  const { clock, ran, press, guard } = createGuard();
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = guard(() => promise);
  clock.time = 60_000;
  await press('while it runs');
  resolve();
  await running;
  await press('shortly after it');
  clock.time += 500;
  await press('later');
  expect(ran).toEqual(['later']);
});

test('runs other tasks again after one that has failed', async () => {
  const { clock, ran, press, guard } = createGuard();
  await expect(guard(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  clock.time = 500;
  await press('later');
  expect(ran).toEqual(['later']);
});
