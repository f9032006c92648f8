import { expect } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { verify } from '../../seals/verify/verify.ts';
import { fight } from './run-contention.ts';
import { judge } from './check-contention.ts';
import { openTestLog } from '../test-log.ts';

/**
 * Lets processes fight over a new log, and asks that it is whole: it holds what each of them was told, and its seals fit.
 * @returns how much there was of everything, so that a test can say that it was a fight.
 */
export const wholeAfterFight = async (rules: Parameters<typeof fight>[1]) => {
  await using database = await createTestDatabase();
  const fought = await fight(database.url, rules);
  await using log = openTestLog(database.url);
  const { events } = await log.reader.readPage(0, 10_000_000);
  const { wrong, counts } = judge(events, fought);
  expect(wrong).toEqual([]);
  expect(await verify({ pool: log.pool })).toMatchObject({
    misfit: null,
    events: events.length,
    unsealed: 0,
  });
  return { events: events.length, kills: fought.kills, cuts: fought.cuts, counts };
};
