import { expect, test } from 'vitest';
import { expectIntactLog } from '../../testing/contention/expect-intact-log.ts';

test('hundreds of thousands of appends, twenty killed processes, a hundred cut lines: the log is whole', async () => {
  const { counts, ...fought } = await expectIntactLog({
    operations: 30_000,
    hot: 40,
    kills: 20,
    killAfter: 1_000_000,
    cuts: 100,
    pause: 400,
  });
  process.stdout.write(`${JSON.stringify({ ...fought, ...counts })}\n`);
  expect(fought.kills).toBeGreaterThan(10);
  expect(fought.cuts).toBeGreaterThan(10);
  expect(fought.events).toBeGreaterThan(50_000);
});
