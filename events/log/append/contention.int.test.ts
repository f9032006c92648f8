import { expect, test } from 'vitest';
import { expectIntactLog } from '../../testing/contention/expect-intact-log.ts';

test('four processes fight over few streams, some are killed, lines are cut: the log is whole', async () => {
  const fought = await expectIntactLog({
    operations: 1_200,
    hot: 6,
    kills: 2,
    killAfter: 20_000,
    cuts: 6,
    pause: 150,
  });
  // It was a fight: each of these has happened.
  expect(fought.kills).toBeGreaterThan(0);
  expect(fought.cuts).toBeGreaterThan(0);
  for (const outcome of ['appended', 'conflict', 'repeated'])
    expect(fought.counts[outcome]).toBeGreaterThan(100);
  expect(fought.events).toBeGreaterThan(500);
});
