import { expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { verify } from '../seals/verify.ts';
import { fight } from '../testing/fight.ts';
import { judge } from '../testing/fight-verdict.ts';
import { openTestLog } from '../testing/log.ts';

test('hundreds of thousands of appends, twenty killed processes, a hundred cut lines: the log is whole', async () => {
  await using database = await createTestDatabase();
  const fought = await fight(database.url, {
    operations: 30_000,
    hot: 40,
    kills: 20,
    killAfter: 1_000_000,
    cuts: 100,
    pause: 400,
  });
  await using log = openTestLog(database.url);
  const { events } = await log.reader.readPage(0, 10_000_000);
  const { wrong, counts } = judge(events, fought);
  process.stdout.write(
    `${JSON.stringify({ events: events.length, kills: fought.kills, cuts: fought.cuts, ...counts })}\n`,
  );
  expect(wrong).toEqual([]);
  expect(await verify({ pool: log.pool })).toMatchObject({
    misfit: null,
    events: events.length,
    unsealed: 0,
  });
  expect(fought.kills).toBeGreaterThan(10);
  expect(fought.cuts).toBeGreaterThan(10);
  expect(events.length).toBeGreaterThan(50_000);
});
