import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { streamId } from '#events/catalogue/stream-id.ts';
import { actorOf, findDescribedPerson, findNamedTeacher } from '#events/log/person-of-event.ts';
import { appendRequest, openTestLog } from '#events/testing/test-log.ts';
import { createReadDatabase } from '../../read-table-lookups/read-database.ts';
import { createStartDataCopy } from './data-copy.ts';
import type { OwnEvent } from './own-event.ts';
import { createEventsOfEveryType, personalTextOf } from './testing/every-event-type.ts';

const ada = randomUUID();
const sam = randomUUID();
const log = await openTestLog();
for (const { actor, write } of createEventsOfEveryType([ada, sam], ada))
  await log.appender.append(
    appendRequest({
      writes: [write],
      metadata: { actor: { id: actor, role: 'Admin' }, correlationId: `request of ${actor}` },
    }),
  );
/** A message that neither Ada nor Sam sent or received. */
const messageToOthers = {
  userId: randomUUID(),
  userType: 'Instructor' as const,
  courseId: randomUUID(),
  date: '2026-03-05',
  text: 'Only for others.',
  recipientIds: [randomUUID(), randomUUID()],
};
await log.appender.append(
  appendRequest({
    writes: [
      {
        stream: `announcement-${randomUUID()}`,
        expectedVersion: 0,
        events: [{ type: 'StudentMessagePosted', data: messageToOthers }],
      },
    ],
    metadata: { actor: { id: messageToOthers.userId, role: 'Instructor' }, correlationId: 'others' },
  }),
);
const { events: allEvents } = await log.reader.readPage(0, 10_000);

const createTestStartDataCopy = (hasKey?: () => Promise<boolean>) =>
  createStartDataCopy({
    database: createReadDatabase(log.pool),
    reader: log.reader,
    hasKey: hasKey ?? (async (userId) => (await log.vault.keysForReading([userId])).get(userId) !== null),
  });

const unzip = async (content: Readable) => {
  const files = unzipSync(await buffer(content));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
};
const copyOf = async (userId: string) => unzip(await createTestStartDataCopy()(userId, 'Asia/Dhaka'));
const eventsIn = (files: Record<string, string>) => JSON.parse(files['events.json'] ?? '') as OwnEvent[];

/** Fills the tables of the History page and of announcements up to a position, as the projector would. */
const indexUpTo = async (upTo: number) => {
  await log.pool.query('truncate read.audit, read.announcements');
  for (const event of allEvents.filter(({ position }) => position <= upTo)) {
    const actor = actorOf(event);
    const about = findDescribedPerson(event) ?? findNamedTeacher(event);
    await log.pool.query('insert into read.audit values ($1, $2, $3, $4)', [
      event.position,
      event.type,
      actor,
      about === actor ? null : about,
    ]);
  }
  for (const event of allEvents)
    if (event.type === 'StudentMessagePosted' && event.position <= upTo)
      await log.pool.query(
        `insert into read.announcements (id, user_id, user_type, type, date, body, withdrawn, posted_at, posted_position,
           position, recipient_ids) values ($1, $2, 'Instructor', '', '', '', false, now(), $3, $3, $4)`,
        [streamId(event.stream), event.data.userId, event.position, event.data.recipientIds],
      );
  await log.pool.query(
    `update read.checkpoints set position = $1 where model in ('audit', 'announcements')`,
    [upTo],
  );
};

test.each([
  ['nothing of', 0],
  ['half of', 0.5],
  ['all of', 1],
])(
  'contains every event that mentions its user, while the table of the History page contains %s the log',
  async (_, share) => {
    await indexUpTo(Math.floor(allEvents.length * share));
    const ownEvents = allEvents
      .filter((event) => JSON.stringify(event).includes(ada))
      .map(({ position }) => position);
    expect(ownEvents.length).toBeGreaterThan(allEvents.length / 2);
    const files = await copyOf(ada);
    expect(eventsIn(files).map(({ position }) => position)).toEqual(ownEvents);
    // No file contains a message to others, even while the log itself is searched.
    expect(Object.values(files).join('\n')).not.toContain(messageToOthers.text);
  },
);

test('searches the log from the first event that is parked for the History page', async () => {
  await indexUpTo(allEvents.length);
  const parked = Math.floor(allEvents.length / 2);
  await log.pool.query('delete from read.audit where position >= $1', [parked]);
  await log.pool.query(
    `insert into read.parked (model, stream, position, version, error) values ('audit', 'user-x', $1, 1, 'a test')`,
    [parked],
  );
  const ownEvents = allEvents.filter((event) => JSON.stringify(event).includes(ada));
  expect(eventsIn(await copyOf(ada))).toHaveLength(ownEvents.length);
  await log.pool.query('delete from read.parked');
  await indexUpTo(allEvents.length);
});

test('contains personal data of its user in clear text, in the page and in the JSON', async () => {
  const files = await copyOf(ada);
  const personalEvents = allEvents.filter(
    (event) => findDescribedPerson(event) === ada && JSON.stringify(event.data).includes(personalTextOf(ada)),
  );
  expect(personalEvents.length).toBeGreaterThan(10);
  const events = new Map(eventsIn(files).map((event) => [event.position, event]));
  for (const { position, data } of personalEvents) expect(events.get(position)?.data).toEqual(data);
  // The page escapes markup that users typed.
  expect(files['index.html']).toContain(`personal text of ${ada} &lt;b&gt;&amp;`);
  expect(files['index.html']).not.toContain('<b>');
  expect(JSON.parse(files['you.json'] ?? '')).toMatchObject({
    id: ada,
    name: personalTextOf(ada),
    email: personalTextOf(ada),
    keyMadeAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
});

test('contains neither personal data nor ids of other users', async () => {
  const files = Object.values(await copyOf(ada)).join('\n');
  expect(files).not.toContain(sam);
  const theirRecords = allEvents
    .filter((event) => findDescribedPerson(event) === sam)
    .map(({ stream }) => stream)
    .filter((stream) => stream.includes('-'));
  expect(theirRecords.length).toBeGreaterThan(0);
  for (const record of theirRecords) expect(files).not.toContain(record);
});

test('describes every event as a sentence, with the roles of other users', async () => {
  const events = eventsIn(await copyOf(ada));
  for (const { words, by, type } of events) {
    // Users register themselves, although some of these fixtures have a different actor.
    expect(words).toMatch(
      by === 'you' || type === 'UserRegistered' ? /^You \S.*[^.]\.$/ : /^An Admin \S.*[^.]\.$/,
    );
    expect(words).not.toMatch(/undefined|null|\[object/);
  }
  expect(events.map(({ words }) => words)).toEqual(
    expect.arrayContaining([
      'You made another person an Instructor.',
      'An Admin made you an Instructor.',
      'You removed another person’s account.',
      'An Admin marked your quiz in a course.',
      'An Admin sent you a message about a course.',
      'You sent a message to 2 students of a course.',
    ]),
  );
});

test('allows one copy per user at a time, and another one after the client has disconnected', async () => {
  const startDataCopy = createTestStartDataCopy();
  const first = await startDataCopy(ada, 'UTC');
  await expect(startDataCopy(ada, 'UTC')).rejects.toMatchObject({
    code: 'too-many-requests',
    retryAfter: 30,
  });
  first.destroy();
  await expect.poll(() => startDataCopy(ada, 'UTC').then(unzip, () => null)).not.toBeNull();
});

test('refuses a copy for a removed user, and destroys a copy if its user is removed during the download', async () => {
  await expect(createTestStartDataCopy()(randomUUID(), 'UTC')).rejects.toMatchObject({
    code: 'account-removed',
  });
  await expect(createTestStartDataCopy()(sam, 'UTC')).rejects.toMatchObject({ code: 'account-removed' });
  const startWithoutKey = createTestStartDataCopy(async () => false);
  const content = await startWithoutKey(ada, 'UTC');
  await expect(unzip(content)).rejects.toMatchObject({ code: 'account-removed' });
});
