import { expect, test } from 'vitest';
import { openTestLog } from '#events/testing/test-log.ts';
import { withConnection } from './with-connection.ts';

test('a connection that is lost between two queries fails the work, but does not end the process', async () => {
  const log = await openTestLog();
  const work = withConnection(log.url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const lost = new Promise<void>((resolve) => client.once('end', () => resolve()));
    await log.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await lost;
    await client.query('select 1');
  });
  await expect(work).rejects.toThrow('not queryable');
});
