import { expect, test } from 'vitest';
import { appendOfNewerRelease } from '#events/testing/append-of-newer-release.ts';
import { openSchool } from '#testing/school.ts';
import { createRunnerOptions } from '../testing/create-runner-options.ts';
import { runProjections } from './run-projections.ts';

test.each([
  ['of an unknown type', { type: 'DeviceConnected' }, 'does not know the event DeviceConnected'],
  ['in a newer version', { type: 'CourseAdded', schemaVersion: 99 }, 'CourseAdded is stored in version 99'],
])(
  'does not go past an event %s, and gives up the lead so that a newer projector can take over',
  async (_, event, message) => {
    const school = await openSchool();
    await school.addCourse('Optics');
    const stop = new AbortController();
    const failures: string[] = [];
    const states: string[] = [];
    const options = createRunnerOptions(school, states, ({ message: failure }) => failures.push(failure));
    const runner = runProjections(options, stop.signal);
    await expect.poll(() => states).toContain('leading');
    const position = await appendOfNewerRelease(school.log, { ...event, stream: 'device-1' });

    // The runner retries, reports the reason, and gives up the lead between its attempts.
    await expect
      .poll(() => failures.filter((failure) => failure.includes(message)).length)
      .toBeGreaterThan(2);
    const { rows } = await school.log.pool.query('select distinct position::int from read.checkpoints');
    expect(rows).toEqual([{ position: position - 1 }]);
    expect((await school.log.pool.query('select from read.parked')).rowCount).toBe(0);
    await expect
      .poll(async () => {
        const client = await school.log.pool.connect();
        const { rows: locks } = await client.query<{ free: boolean }>(
          `select not exists (select from pg_locks where locktype = 'advisory'
           and database = (select oid from pg_database where datname = current_database())) as free`,
        );
        client.release();
        return locks[0]?.free;
      })
      .toBe(true);
    stop.abort();
    await runner;
  },
);
