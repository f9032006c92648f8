import { expect, test } from 'vitest';
import { expectIntactLog } from '../../testing/contention/expect-intact-log.ts';

test('the log stays intact when four processes contend, some are killed and connections are terminated', async () => {
  const { events, kills, terminations, counts } = await expectIntactLog({
    operations: 800,
    streams: 6,
    kills: 2,
    killAfterBytes: 20_000,
    terminations: 6,
    terminateEveryMs: 150,
  });
  expect(kills).toBeGreaterThan(0);
  expect(terminations).toBeGreaterThan(0);
  for (const outcome of ['appended', 'conflict', 'repeated']) expect(counts[outcome]).toBeGreaterThan(60);
  expect(events).toBeGreaterThan(300);
});
