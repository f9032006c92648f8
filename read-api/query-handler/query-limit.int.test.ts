import { expect, test } from 'vitest';
import { openLiveSchool } from '#testing/live-school.ts';

const live = await openLiveSchool();
const { school } = live;
const { sam, eve } = await school.registerAll({ sam: 'Student', eve: 'Student' });

test('runs at most four queries of a user at the same time, and does not delay those of other users', async () => {
  const lock = await school.log.pool.connect();
  await lock.query('begin; lock table read.announcements in access exclusive mode');
  const countRunning = async () => {
    // The databases of other tests are copies in which the table has the same object id.
    const { rowCount } = await school.log.pool.query(
      `select from pg_locks where relation = 'read.announcements'::regclass and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    );
    return rowCount;
  };
  // PostgreSQL cancels a query that has waited for ten seconds, and the next one starts. There are enough of them for several minutes.
  const answers = Array.from({ length: 100 }, async () => (await live.get('/notifications', sam)).text());
  try {
    await expect.poll(countRunning).toBeGreaterThanOrEqual(4);
    expect((await live.get(`/notes/${eve.email}`, eve)).status).toBe(200);
    // There are fewer for a moment while PostgreSQL cancels a query and the next one starts.
    expect(await countRunning()).toBeLessThanOrEqual(4);
  } finally {
    await lock.query('rollback');
    lock.release();
    await Promise.all(answers);
  }
});
