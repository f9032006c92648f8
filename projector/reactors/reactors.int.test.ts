import { expect, test } from 'vitest';
import { userStream } from '#events/catalogue/user.ts';
import { memoryLog } from '../testing/memory-log.ts';
import { projectorDatabase } from '../testing/projector-database.ts';
import { recorded, testId } from '../testing/recorded-events.ts';
import { personRegistered } from '../testing/school.ts';
import { createDesk } from './desk.ts';
import { identityRemoval } from './identity-removal.ts';
import { workOffReactions } from './work-off.ts';

const never = new AbortController().signal;
const quiet = { done: () => {}, failed: () => {} };

const events = recorded([
  [userStream(testId(1)), personRegistered(1)],
  [userStream(testId(2)), personRegistered(2)],
  [userStream(testId(1)), { type: 'UserRemoved', data: {} }],
  [userStream(testId(2)), { type: 'UserRemoved', data: {} }],
]);

/** An identity provider that the test can put out of order for some uids. */
const provider = () => {
  const broken = new Set<string>();
  const deleted: string[] = [];
  const destroyed: string[] = [];
  const reactor = identityRemoval({
    reader: memoryLog(events),
    deleteIdentity: async (uid) => {
      if (broken.has(uid)) throw new Error('The identity provider is out of order.');
      deleted.push(uid);
    },
    destroyKeys: async (persons) => {
      destroyed.push(...persons);
    },
  });
  return { reactor, broken, deleted, destroyed };
};

test('each removal is done once, also when the runner begins again; one that fails holds up no other', async () => {
  await using database = await projectorDatabase();
  const { db } = await database.open();
  const { reactor, broken, deleted, destroyed } = provider();
  let noted = 0;
  const openDesk = async () => {
    const desk = createDesk([reactor], () => {
      noted += 1;
    });
    return { desk, from: await desk.open(db) };
  };
  const first = await openDesk();
  expect(first.from).toBe(0);
  await first.desk.take(db, events.slice(0, 3));
  broken.add('uid-1');
  const failures: [number, number, string][] = [];
  const observer = {
    ...quiet,
    failed: (_: string, position: number, attempts: number, error: Error) =>
      failures.push([position, attempts, error.message]),
  };
  const wait = await workOffReactions(db, [reactor], observer, never);
  expect(wait).toBeGreaterThan(100);
  expect(failures).toEqual([[3, 1, 'The identity provider is out of order.']]);

  const second = await openDesk();
  expect(second.from).toBe(3);
  await second.desk.take(db, events);
  await workOffReactions(db, [reactor], observer, never);
  expect(deleted).toEqual(['uid-2']);
  broken.clear();
  await db
    .updateTable('reactions')
    .set({ due_at: new Date(0) })
    .execute();
  expect(await workOffReactions(db, [reactor], observer, never)).toBeNull();
  expect(deleted).toEqual(['uid-2', 'uid-1']);
  expect(destroyed).toEqual([testId(1), testId(2), testId(1)]);
  expect(noted).toBe(2);
  await second.desk.take(db, events);
  expect(await db.selectFrom('reactions').selectAll().execute()).toEqual([]);
});

test('two desks that take the same page: the second is told that another was faster', async () => {
  await using database = await projectorDatabase();
  const { db } = await database.open();
  const { reactor } = provider();
  const desks = [createDesk([reactor], () => {}), createDesk([reactor], () => {})];
  for (const desk of desks) await desk.open(db);
  await desks[0]?.take(db, events);
  await expect(desks[1]?.take(db, events)).rejects.toThrow(/Another runner/);
  expect(await db.selectFrom('reactions').selectAll().execute()).toHaveLength(2);
});
