import { expect } from 'vitest';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { verify } from '../../seals/verify/verify.ts';
import { openTestLog } from '../test-log.ts';
import { checkContention } from './check-contention.ts';
import { type ContentionOptions, runContention } from './run-contention.ts';

/**
 * Runs contending processes on a new log. Expects that the log agrees with the answers that the processes got, and that it matches its seals.
 * @returns counts with which a test can assert that there was contention.
 */
export const expectIntactLog = async (options: ContentionOptions) => {
  const database = await createTestDatabase();
  const run = await runContention(database.url, options);
  const log = await openTestLog(database.url);
  const { events } = await log.reader.readPage(0, 10_000_000);
  const { problems, counts } = checkContention(events, run);
  expect(problems).toEqual([]);
  expect(await verify({ pool: log.pool })).toMatchObject({
    failure: null,
    events: events.length,
    unsealed: 0,
  });
  return { events: events.length, kills: run.kills, terminations: run.terminations, counts };
};
