import { expect } from 'vitest';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { verify } from '../../seals/verify/verify.ts';
import { runContention } from './run-contention.ts';
import { checkContention } from './check-contention.ts';
import { openTestLog } from '../test-log.ts';

/**
 * Lets processes fight over a new log, and asks that it is whole: it holds what each of them was told, and its seals fit.
 * @returns how much there was of everything, so that a test can say that it was a fight.
 */
export const expectIntactLog = async (rules: Parameters<typeof runContention>[1]) => {
  await using database = await createTestDatabase();
  const fought = await runContention(database.url, rules);
  await using log = openTestLog(database.url);
  const { events } = await log.reader.readPage(0, 10_000_000);
  const { wrong, counts } = checkContention(events, fought);
  expect(wrong).toEqual([]);
  expect(await verify({ pool: log.pool })).toMatchObject({
    failure: null,
    events: events.length,
    unsealed: 0,
  });
  return { events: events.length, kills: fought.kills, cuts: fought.cuts, counts };
};
