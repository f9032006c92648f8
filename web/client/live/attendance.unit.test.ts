import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LivePlace } from '#contract/presence.ts';
import { liveAttendance } from './attendance.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const optics: LivePlace = { at: 'course', courseId: 'a0000000-0000-4000-8000-000000000000' };
const acoustics: LivePlace = { at: 'course', courseId: 'b0000000-0000-4000-8000-000000000000' };

const open = () => {
  const said: (LivePlace | null)[] = [];
  const refusals: (() => void)[] = [];
  const attendance = liveAttendance((place, refused) => {
    said.push(place);
    refusals.push(refused);
  });
  return { ...attendance, said, refusals };
};
const breath = () => vi.advanceTimersByTimeAsync(0);

test('what is shown is said, and its end', async () => {
  const { attend, said } = open();
  const end = attend(optics);
  await breath();
  end();
  await breath();
  end();
  await breath();
  expect(said).toEqual([optics, null]);
});

test('from one page to the next only the next is said; the old page’s end does not end it', async () => {
  const { attend, said } = open();
  const endFirst = attend(optics);
  await breath();
  attend(acoustics);
  endFirst();
  await breath();
  expect(said).toEqual([optics, acoustics]);
});

test('what comes and goes in one breath is not said', async () => {
  const { attend, said } = open();
  attend(optics)();
  await breath();
  expect(said).toEqual([]);
});

test('a server that has forgotten is told again, of what is shown alone', async () => {
  const { attend, sayAgain, said } = open();
  sayAgain();
  await breath();
  expect(said).toEqual([]);
  const end = attend(optics);
  await breath();
  sayAgain();
  await breath();
  end();
  await breath();
  sayAgain();
  await breath();
  expect(said).toEqual([optics, optics, null]);
});

test('who was refused asks again after a while, as long as the page is shown', async () => {
  const { attend, said, refusals } = open();
  const end = attend(optics);
  await breath();
  refusals[0]?.();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(said).toEqual([optics, optics]);
  refusals[1]?.();
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toEqual([optics, optics, null]);
});
