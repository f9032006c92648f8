import { expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { verify } from '../seals/verify.ts';
import { fight } from '../testing/fight.ts';
import { judge } from '../testing/fight-verdict.ts';
import { openTestLog } from '../testing/log.ts';

test('four processes fight over few streams, some are killed, lines are cut: the log is whole', async () => {
  await using database = await createTestDatabase();
  const fought = await fight(database.url, {
    operations: 1_200,
    hot: 6,
    kills: 2,
    killAfter: 20_000,
    cuts: 6,
    pause: 150,
  });
  await using log = openTestLog(database.url);
  const { events } = await log.reader.readPage(0, 1_000_000);
  const { wrong, counts } = judge(events, fought);
  expect(wrong).toEqual([]);
  expect(await verify({ pool: log.pool })).toMatchObject({
    misfit: null,
    events: events.length,
    unsealed: 0,
  });
  // It was a fight: each of these has happened.
  expect(fought.kills).toBeGreaterThan(0);
  expect(fought.cuts).toBeGreaterThan(0);
  for (const outcome of ['appended', 'conflict', 'repeated']) expect(counts[outcome]).toBeGreaterThan(100);
  expect(events.length).toBeGreaterThan(500);
});
