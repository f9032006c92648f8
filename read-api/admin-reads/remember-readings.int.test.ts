import { expect, test } from 'vitest';
import { openReplicatedDatabase } from '#platform/testing/replicated-database.ts';
import { openLiveSchool } from '#testing/live-school.ts';
import { openSchool } from '#testing/school.ts';

test('records a reading again after a failover that may have lost its event', async () => {
  const database = await openReplicatedDatabase();
  const recorded: string[] = [];
  const live = await openLiveSchool(
    {
      clock: () => new Date('2026-03-05T08:15:00Z'),
      recordReading: async ({ what }) => void recorded.push(what),
    },
    database.url,
  );
  const admin = await live.school.register('ada', 'Admin');
  await database.waitForReplica();
  database.stopStreaming();
  await live.school.addCourse('Lost');
  const read = async () => (await live.get('/users', admin)).status;
  expect([await read(), await read()]).toEqual([200, 200]);
  expect(recorded).toEqual(['users']);

  await database.stopPrimary();
  await database.promoteReplica(async () => {
    await (await openSchool(database.replicaUrl)).addCourse('Acoustics');
  });
  await expect.poll(read).toBe(200);
  expect(recorded).toEqual(['users', 'users']);
  expect(await read()).toBe(200);
  expect(recorded).toHaveLength(2);
});
