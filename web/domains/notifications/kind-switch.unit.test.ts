import { expect, test } from 'vitest';
import type { NotificationKind } from '#contract/schemas/notifications.ts';
import { createKindSwitch } from './kind-switch.ts';

const createTestSwitch = () => {
  const requests: { switchedOff: readonly NotificationKind[]; answer: PromiseWithResolvers<void> }[] = [];
  let settled = 0;
  const kinds = createKindSwitch({
    save: (switchedOff) => {
      const answer = Promise.withResolvers<void>();
      requests.push({ switchedOff, answer });
      return answer.promise;
    },
    onSettled: () => {
      settled += 1;
    },
  });
  return { kinds, requests, settledCount: () => settled };
};

test('sends quick choices one after another, and shows all of them until the last one is saved', async () => {
  const { kinds, requests, settledCount } = createTestSwitch();
  const first = kinds.choose('course', false, []);
  // The server has not answered, so the page still passes what was saved before.
  const second = kinds.choose('role', false, []);
  const third = kinds.choose('course', true, []);
  await expect.poll(() => requests).toHaveLength(1);
  expect(kinds.current([])).toEqual(['role']);
  requests[0]?.answer.resolve();
  await first;
  expect([requests.length, settledCount()]).toEqual([2, 0]);
  expect(kinds.current(['course'])).toEqual(['role']);
  requests[1]?.answer.resolve();
  await second;
  requests[2]?.answer.resolve();
  await third;
  expect(requests.at(-1)?.switchedOff).toEqual(['role']);
  expect([kinds.current(['announcement']), settledCount()]).toEqual([['announcement'], 1]);
});

test('returns to the saved choices after a failure', async () => {
  const { kinds, requests, settledCount } = createTestSwitch();
  const failing = kinds.choose('course', false, ['role']);
  await expect.poll(() => requests).toHaveLength(1);
  requests[0]?.answer.reject(new Error('Offline.'));
  await expect(failing).rejects.toThrow('Offline.');
  expect([kinds.current(['role']), settledCount()]).toEqual([['role'], 1]);
});
