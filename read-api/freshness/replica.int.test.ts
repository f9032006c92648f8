import { expect, test } from 'vitest';
import { longWait } from '#platform/testing/long-wait.ts';
import { connectLiveClient } from '#testing/live-client.ts';
import { openLiveSchool } from '#testing/live-school.ts';
import { openSchool } from '#testing/school.ts';
import { defaultFreshnessTimeouts } from './freshness.ts';

/**
 * A second database acts as a streaming replica: its tables lag until the test copies the rows. The test checks from
 * which database the head and the rows come.
 */
const replica = await openSchool();
const { school: primary, node } = await openLiveSchool({
  environment: { READ_DATABASE_URL: replica.url },
  freshnessTimeouts: { ...defaultFreshnessTimeouts, namedMs: longWait.timeout },
});

const replicate = async () => {
  const { rows } = await primary.log.pool.query('select * from read.courses');
  for (const row of rows)
    await replica.log.pool.query(
      'insert into read.courses select * from json_populate_record(null::read.courses, $1) on conflict do nothing',
      [JSON.stringify(row)],
    );
  const moved = await primary.log.pool.query(
    'select model, position, relevant_position from read.checkpoints',
  );
  for (const { model, position, relevant_position } of moved.rows)
    await replica.log.pool.query(
      'update read.checkpoints set position = $2, relevant_position = $3 where model = $1',
      [model, position, relevant_position],
    );
};

test('reads the head from the primary and rows from the replica, and waits for a lagging replica or marks the answer as stale', async () => {
  using visitor = await connectLiveClient(node.address);
  const id = await primary.addCourse('Optics');
  const lagging = await fetch(`${node.address}/courses`);
  expect([await lagging.json(), lagging.headers.get('log-stale')]).toEqual([[], 'true']);
  expect(lagging.headers.get('log-position')).toBe('0');
  expect(visitor.messages).toEqual([]);

  const waiting = fetch(`${node.address}/courses/${id}`, { headers: { 'await-log-position': '1' } });
  // Gives the request time to arrive and to start waiting.
  await new Promise((resolve) => setTimeout(resolve, 50));
  await replicate();
  const fresh = await waiting;
  expect([fresh.status, fresh.headers.get('log-stale')]).toEqual([200, null]);
  expect(fresh.headers.get('log-id')).toBe(await primary.log.reader.historyId());
  await expect.poll(() => visitor.received()).toEqual(['1 course-added']);

  // The replica does not have this event, so it cannot tell that the model ignores it.
  await primary.register('sam');
  const behind = await fetch(`${node.address}/courses`);
  expect([behind.headers.get('log-position'), behind.headers.get('log-stale')]).toEqual(['1', 'true']);
});
