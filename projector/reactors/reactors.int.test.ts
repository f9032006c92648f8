import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { userStream } from '#events/catalogue/streams/user.ts';
import { createMemoryLog } from '../testing/memory-log.ts';
import { openProjectorDatabase } from '../testing/projector-database.ts';
import { recorded, testId } from '../testing/recorded-events.ts';
import { userRegistration } from '../testing/school-history.ts';
import { createDeleteIdentityReactor } from './delete-identity-reactor.ts';
import { createReactionOutbox } from './reaction-outbox.ts';
import { runDueReactions } from './run-due-reactions.ts';

const neverAborted = new AbortController().signal;

const events = recorded([
  [userStream(testId(1)), userRegistration(1)],
  [userStream(testId(2)), userRegistration(2)],
  [userStream(testId(1)), { type: 'UserRemoved', data: {} }],
  [userStream(testId(2)), { type: 'UserRemoved', data: {} }],
]);

/** Creates a reactor whose identity provider fails for the uids in `failingUids`. */
const createTestReactor = () => {
  const failingUids = new Set<string>();
  const deletedUids: string[] = [];
  const destroyedKeys: string[] = [];
  const reactor = createDeleteIdentityReactor({
    reader: createMemoryLog(events),
    deleteIdentity: async (uid) => {
      if (failingUids.has(uid)) throw new Error('The identity provider is down.');
      deletedUids.push(uid);
    },
    destroyKeys: async (userIds) => {
      destroyedKeys.push(...userIds);
    },
  });
  return { reactor, failingUids, deletedUids, destroyedKeys };
};

test('stores each reaction once, even after a restart, and retries a failed one without delaying others', async () => {
  const database = await openProjectorDatabase();
  const { db } = await database.open();
  const { reactor, failingUids, deletedUids, destroyedKeys } = createTestReactor();
  let storedCalls = 0;
  const openOutbox = async () => {
    const outbox = createReactionOutbox([reactor], () => {
      storedCalls += 1;
    });
    return { outbox, position: await outbox.load(db) };
  };
  const beforeRestart = await openOutbox();
  expect(beforeRestart.position).toBe(0);
  await beforeRestart.outbox.storeReactions(db, events.slice(0, 3));
  failingUids.add('uid-1');
  const failures: [number, number, string][] = [];
  const observer = {
    done: () => {},
    failed: (_: string, position: number, attempts: number, error: Error) =>
      failures.push([position, attempts, error.message]),
  };
  const { rows: clock } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const startMs = clock[0]?.now.getTime() ?? 0;
  expect(await runDueReactions(db, [reactor], observer, neverAborted)).not.toBeNull();
  expect(failures).toEqual([[3, 1, 'The identity provider is down.']]);
  const retry = await db.selectFrom('reactions').select('due_at').executeTakeFirstOrThrow();
  expect(retry.due_at.getTime() - startMs).toBeGreaterThan(500);
  // On a slow machine the retry could be due before the next run.
  const setDueAt = (due_at: Date) => db.updateTable('reactions').set({ due_at }).execute();
  await setDueAt(new Date(startMs + 3_600_000));

  const afterRestart = await openOutbox();
  expect(afterRestart.position).toBe(3);
  await afterRestart.outbox.storeReactions(db, events);
  await runDueReactions(db, [reactor], observer, neverAborted);
  expect(deletedUids).toEqual(['uid-2']);
  failingUids.clear();
  await setDueAt(new Date(0));
  expect(await runDueReactions(db, [reactor], observer, neverAborted)).toBeNull();
  expect(deletedUids).toEqual(['uid-2', 'uid-1']);
  // The reaction for person 1 destroyed the key before it failed, and its retry destroys the key again.
  expect(destroyedKeys).toEqual([testId(1), testId(2), testId(1)]);
  expect(storedCalls).toBe(2);
  await afterRestart.outbox.storeReactions(db, events);
  expect(await db.selectFrom('reactions').selectAll().execute()).toEqual([]);
});

test('rejects a page whose reactions another outbox has stored', async () => {
  const database = await openProjectorDatabase();
  const { db } = await database.open();
  const { reactor } = createTestReactor();
  const outboxes = [createReactionOutbox([reactor], () => {}), createReactionOutbox([reactor], () => {})];
  for (const outbox of outboxes) await outbox.load(db);
  await outboxes[0]?.storeReactions(db, events);
  await expect(outboxes[1]?.storeReactions(db, events)).rejects.toThrow(/Another runner/);
  expect(await db.selectFrom('reactions').selectAll().execute()).toHaveLength(2);
});
