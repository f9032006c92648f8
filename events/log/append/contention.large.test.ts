import { expect, test } from 'vitest';
import { expectIntactLog } from '../../testing/contention/expect-intact-log.ts';

test('the log stays intact after more than 100,000 appends with many kills and terminations', async () => {
  const { counts, ...run } = await expectIntactLog({
    operations: 30_000,
    streams: 40,
    kills: 20,
    killAfterBytes: 1_000_000,
    terminations: 100,
    terminateEveryMs: 400,
  });
  process.stdout.write(`${JSON.stringify({ ...run, ...counts })}\n`);
  // `sent` counts the appends of all processes, whatever their outcome.
  expect(counts.sent).toBeGreaterThan(100_000);
  expect(run.kills).toBeGreaterThan(10);
  expect(run.terminations).toBeGreaterThan(10);
  expect(run.events).toBeGreaterThan(50_000);
});
