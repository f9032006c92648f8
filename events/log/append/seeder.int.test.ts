import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appendRequest, courseAdded, openTestLog, userRegistered } from '../../testing/test-log.ts';
import { openSeeder } from './seeder.ts';

const add = () =>
  appendRequest({
    writes: [{ stream: `course-${randomUUID()}`, expectedVersion: 0, events: [courseAdded('Then')] }],
  });

test('seeds an empty log with events in the past until another event is appended', async () => {
  const log = await openTestLog();
  const seeder = await openSeeder({ connectionString: log.url, vault: log.vault });
  await expect(seeder.append(add())).rejects.toThrow('clock');
  const times = ['2026-01-01T00:00:00.000Z', '2026-02-01T10:00:00.123Z'];
  for (const time of times) {
    seeder.setClock(new Date(time));
    await seeder.append(add());
  }
  expect(() => seeder.setClock(new Date('2026-01-15'))).toThrow('forwards');
  expect(() => seeder.setClock(new Date(Date.now() + 60_000))).toThrow('future');
  await seeder.close();

  const secondSeeder = await openSeeder({ connectionString: log.url, vault: log.vault });
  secondSeeder.setClock(new Date('2026-01-20'));
  const person = `user-${randomUUID()}`;
  await secondSeeder.append(
    appendRequest({ writes: [{ stream: person, expectedVersion: 0, events: [userRegistered('ada')] }] }),
  );
  const { events } = await log.reader.readPage(0, 10);
  // The clock of the second seeder was earlier than the second event, so the third event gets the time of the second.
  expect(events.map((event) => event.recordedAt.toISOString())).toEqual([...times, times[1]]);
  expect(events.map((event) => event.metadata.seeded)).toEqual([true, true, true]);
  expect(events[2]?.data).toMatchObject({ name: 'ada' });

  await log.appender.append(add());
  await expect(secondSeeder.append(add())).rejects.toThrow('no longer being seeded');
  await secondSeeder.close();
});

test('reserves an e-mail address for one person', async () => {
  const log = await openTestLog();
  const seeder = await openSeeder({ connectionString: log.url, vault: log.vault });
  seeder.setClock(new Date('2026-01-20'));
  const register = () => {
    const person = randomUUID();
    return seeder.append(
      appendRequest({
        writes: [{ stream: `user-${person}`, expectedVersion: 0, events: [userRegistered('ada')] }],
        reserveEmail: { person, email: 'ada@example.org' },
      }),
    );
  };
  expect(await register()).toEqual({ outcome: 'appended', position: 1 });
  expect(await register()).toEqual({ outcome: 'email-taken' });
  await seeder.close();
  expect(await log.reader.head()).toBe(1);
});

test('rejects seeded appends with the role of the command-api', async () => {
  const log = await openTestLog();
  const client = await log.pool.connect();
  try {
    await client.query('set role lyceum_command');
    const empty = Array.from({ length: 18 }, () => "'{}'").join(', ');
    await expect(client.query(`select log.append_seeded(now(), ${empty})`)).rejects.toThrow(
      'permission denied',
    );
  } finally {
    client.release(true);
  }
});
