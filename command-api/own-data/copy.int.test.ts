import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordedEvent } from '#events/log/log.ts';
import { actorOf, personAbout, teacherNamed } from '#events/log/person-of-event.ts';
import { appendRequest, openTestLog, type TestLog } from '#events/testing/log.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { openCopies } from './copy.ts';
import { everyKindOfAct, secretOf } from './testing/every-kind-of-act.ts';
import type { OwnEvent } from './told.ts';

const [ada, sam] = [randomUUID(), randomUUID()];
let database: TestDatabase;
let log: TestLog;
let all: RecordedEvent[];

beforeAll(async () => {
  database = await createTestDatabase();
  log = openTestLog(database.url);
  for (const { actor, write } of everyKindOfAct([ada, sam], ada))
    await log.appender.append(
      appendRequest({
        writes: [write],
        metadata: { actor: { id: actor, role: 'Admin' }, correlationId: `request of ${actor}` },
      }),
    );
  all = (await log.reader.readPage(0, 10_000)).events;
});
afterAll(async () => {
  await log[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const copies = () =>
  openCopies({
    pool: log.pool,
    reader: log.reader,
    isReadable: async (person) => (await log.vault.keysForReading([person])).get(person) !== null,
  });

const unpacked = async (content: Readable) => {
  const files = unzipSync(await buffer(content));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
};
const copyOf = async (person: string) => unpacked(await copies()(person, 'Asia/Dhaka'));
const eventsIn = (files: Record<string, string>) => JSON.parse(files['events.json'] ?? '') as OwnEvent[];

/** Has the history know the log up to a position, as the projector would. */
const index = async (upTo: number) => {
  await log.pool.query('truncate read.audit');
  for (const event of all.filter(({ position }) => position <= upTo)) {
    const actor = actorOf(event);
    const about = personAbout(event) ?? teacherNamed(event);
    await log.pool.query('insert into read.audit values ($1, $2, $3, $4)', [
      event.position,
      event.type,
      actor,
      about === actor ? null : about,
    ]);
  }
  await log.pool.query(`update read.checkpoints set position = $1 where model = 'audit'`, [upTo]);
};

test.each([
  ['nothing of', 0],
  ['half of', 0.5],
  ['all of', 1],
])(
  'the copy holds every event in which its person stands, while the history knows %s the log',
  async (_, share) => {
    await index(Math.floor(all.length * share));
    const mine = all.filter((event) => JSON.stringify(event).includes(ada)).map(({ position }) => position);
    expect(mine.length).toBeGreaterThan(all.length / 2);
    const events = eventsIn(await copyOf(ada));
    expect(events.map(({ position }) => position)).toEqual(mine);
  },
);

test('and what the history parked is looked for in the log', async () => {
  await index(all.length);
  const parked = Math.floor(all.length / 2);
  await log.pool.query('delete from read.audit where position >= $1', [parked]);
  await log.pool.query(
    `insert into read.parked (model, stream, position, version, error) values ('audit', 'user-x', $1, 1, 'a test')`,
    [parked],
  );
  const mine = all.filter((event) => JSON.stringify(event).includes(ada));
  expect(eventsIn(await copyOf(ada))).toHaveLength(mine.length);
  await log.pool.query('delete from read.parked');
  await index(all.length);
});

test('what was written by and about them is in it in clear, in the page and in the JSON', async () => {
  const files = await copyOf(ada);
  const encrypted = all.filter(
    (event) => personAbout(event) === ada && JSON.stringify(event.data).includes(secretOf(ada)),
  );
  expect(encrypted.length).toBeGreaterThan(10);
  const events = new Map(eventsIn(files).map((event) => [event.position, event]));
  for (const { position, data } of encrypted) expect(events.get(position)?.data).toEqual(data);
  // The page writes no markup that somebody typed.
  expect(files['index.html']).toContain(`what is personal of ${ada} &lt;b&gt;&amp;`);
  expect(files['index.html']).not.toContain('<b>');
  expect(JSON.parse(files['you.json'] ?? '')).toMatchObject({
    id: ada,
    name: secretOf(ada),
    email: secretOf(ada),
    keyMadeAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
});

test('of other people nothing is in it: neither what is theirs nor who they are', async () => {
  const files = Object.values(await copyOf(ada)).join('\n');
  expect(files).not.toContain(sam);
  const theirRecords = all.filter((event) => personAbout(event) === sam).map(({ stream }) => stream);
  for (const record of theirRecords.filter((stream) => stream.includes('-')))
    expect(files).not.toContain(record);
});

test('every event is told as a sentence; who else acted stands there by role', async () => {
  const events = eventsIn(await copyOf(ada));
  for (const { words, by, type } of events) {
    // Who registers has no role before.
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
    ]),
  );
});

test('a person’s copy is made once at a time; when its reader goes it ends, and another may be made', async () => {
  const make = copies();
  const first = await make(ada, 'UTC');
  await expect(make(ada, 'UTC')).rejects.toMatchObject({ code: 'conflict' });
  first.destroy();
  await expect.poll(() => make(ada, 'UTC').then(unpacked, () => null)).not.toBeNull();
});

test('nobody gets a copy who is removed, and a copy that is being made then breaks off', async () => {
  await expect(copies()(randomUUID(), 'UTC')).rejects.toMatchObject({ code: 'account-removed' });
  await expect(copies()(sam, 'UTC')).rejects.toMatchObject({ code: 'account-removed' });
  const goneMeanwhile = openCopies({ pool: log.pool, reader: log.reader, isReadable: async () => false });
  const content = await goneMeanwhile(ada, 'UTC');
  await expect(unpacked(content)).rejects.toMatchObject({ code: 'account-removed' });
});
