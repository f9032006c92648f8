import { expect, test } from 'vitest';
import { waitUntil } from './wait-until.ts';

const minuteMs = 60_000;

test('rejects with the reason of the signal when it is aborted', async () => {
  const stopped = new AbortController();
  const waiting = waitUntil('nothing', minuteMs, () => null, stopped.signal);
  stopped.abort(new Error('Stopped.'));
  await expect(waiting).rejects.toThrow('Stopped.');
});

test('repeats a check that throws', async () => {
  let calls = 0;
  const found = await waitUntil('the second call', minuteMs, () => {
    calls += 1;
    if (calls === 1) throw new Error('not yet');
    return calls;
  });
  expect(found).toBe(2);
});
