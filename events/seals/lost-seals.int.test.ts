import { randomUUID } from 'node:crypto';
import { Pool, type QueryConfig } from 'pg';
import { expect, test } from 'vitest';
import { closeAfterTests } from '#platform/testing/close-after-tests.ts';
import { openReplicatedDatabase } from '#platform/testing/replicated-database.ts';
import { appendRequest, courseAdded, openTestLog, type TestLog } from '../testing/test-log.ts';
import { createSealer } from './sealer.ts';
import { verify } from './verify/verify.ts';

const addCourses = async (log: TestLog, count: number) => {
  for (let index = 0; index < count; index += 1)
    await log.appender.append(
      appendRequest({
        writes: [{ stream: `course-${randomUUID()}`, expectedVersion: 0, events: [courseAdded('Optics')] }],
      }),
    );
};

/** Opens a pool that calls `beforeInsert`, if it is set, once before it inserts a seal. */
const openPoolWithHook = (connectionString: string) => {
  const hooked: { pool: Pool; beforeInsert: (() => Promise<unknown>) | null } = {
    pool: new Pool({ connectionString, max: 1 }),
    beforeInsert: null,
  };
  hooked.pool.on('error', () => undefined);
  hooked.pool.on('connect', (client) => {
    const query = client.query.bind(client);
    Object.assign(client, {
      query: async (config: QueryConfig, values?: unknown[]) => {
        const { beforeInsert } = hooked;
        if (config.name === 'seals-insert' && beforeInsert) {
          hooked.beforeInsert = null;
          await beforeInsert();
        }
        return query(config, values);
      },
    });
  });
  closeAfterTests({ [Symbol.asyncDispose]: () => hooked.pool.end() });
  return hooked;
};

test('continues after the last seal that survived a failover, even if another sealer is faster', async () => {
  const database = await openReplicatedDatabase();
  const log = await openTestLog(database.url);
  const hooked = openPoolWithHook(database.url);
  const sealer = createSealer({ pool: hooked.pool, pageSize: 2 });
  await addCourses(log, 3);
  await sealer.sealUpTo();
  await database.waitForReplica();

  // Two more seals, which are lost with their events.
  database.stopStreaming();
  await addCourses(log, 4);
  await sealer.sealUpTo();
  expect(sealer.sealedUpTo).toBe(7);
  await database.stopPrimary();
  await database.promoteReplica();

  // The first append is a conflict, because the appender does not know the new primary yet.
  await addCourses(log, 7);
  const other = createSealer({ pool: log.pool, pageSize: 2 });
  hooked.beforeInsert = () => other.sealPage();
  await sealer.sealUpTo();
  expect(other.sealedUpTo).toBe(5);
  expect(await verify({ pool: log.pool })).toMatchObject({ failure: null, events: 9, unsealed: 0 });
});
