import { expect, test } from 'vitest';
import { closeAfterTests } from '#platform/testing/close-after-tests.ts';
import { openReplicatedDatabase, type ReplicatedDatabase } from '#platform/testing/replicated-database.ts';
import { startTcpProxy } from '#platform/testing/tcp-proxy.ts';
import { openLiveSchool } from '#testing/live-school.ts';
import { openSchool } from '#testing/school.ts';

const namesOf = async (response: Response) =>
  ((await response.json()) as { course_name: string }[]).map((course) => course.course_name).sort();

/** Opens a school with a course at position 1 that survives, and one at position 2 that the replica does not have. */
const openWithEventToLose = async () => {
  const database = await openReplicatedDatabase();
  const live = await openLiveSchool({}, database.url);
  await live.school.addCourse('Optics');
  await database.waitForReplica();
  database.stopStreaming();
  const client = await live.connect(null);
  await live.school.addCourse('Lost');
  await expect.poll(() => client.received()).toEqual(['2 course-added']);
  return { database, live, client };
};

/** Fails over. Before any process notices, the log passes the position of the lost event. */
const failOverAndPass = async (database: ReplicatedDatabase) => {
  await database.stopPrimary();
  await database.promoteReplica(async () => {
    const survivor = await openSchool(database.replicaUrl);
    await survivor.addCourse('Acoustics');
    await survivor.addCourse('Statics');
  });
};

test('tells clients to fetch everything again if an event is lost, even after the log has passed its position', async () => {
  const { database, live, client } = await openWithEventToLose();
  const before = await live.get('/courses');
  const tag = before.headers.get('etag') ?? '';
  const logId = before.headers.get('log-id') ?? '';
  expect(await namesOf(before)).toEqual(['Lost', 'Optics']);
  await failOverAndPass(database);

  await expect.poll(() => client.welcomes.map(({ refetch }) => refetch)).toEqual([false, true]);
  expect(client.welcomes[1]).toMatchObject({ position: 3 });
  expect(client.welcomes[1]?.logId).not.toBe(logId);
  const after = await live.get('/courses', null, { 'if-none-match': tag });
  expect([after.status, after.headers.get('log-stale')]).toEqual([200, null]);
  expect(await namesOf(after)).toEqual(['Acoustics', 'Optics', 'Statics']);
  expect(after.headers.get('log-id')).toBe(client.welcomes[1]?.logId);

  // A client that was disconnected at that time learns the same, even from another node.
  const { address } = await live.addNode();
  for (const node of [live.node.address, address])
    expect((await live.connect(null, { since: 2, logId }, node)).welcomes[0]).toMatchObject({
      refetch: true,
      logId: client.welcomes[1]?.logId,
    });
});

test('answers no GET from a cache with lost events, even if the log ends at the same position', async () => {
  const { database, live } = await openWithEventToLose();
  const tag = (await live.get('/courses')).headers.get('etag') ?? '';
  await database.stopPrimary();
  await database.promoteReplica(async () => {
    await (await openSchool(database.replicaUrl)).addCourse('Acoustics');
  });
  // The status is 503 until the node has connected again, and never 304.
  const statuses = new Set<number>();
  await expect
    .poll(async () => {
      const { status } = await live.get('/courses', null, { 'if-none-match': tag });
      statuses.add(status);
      return status;
    })
    .toBe(200);
  expect(statuses).not.toContain(304);
  expect(await namesOf(await live.get('/courses'))).toEqual(['Acoustics', 'Optics']);
});

test('a node that was cut off during the failover tells its clients the same new history as the other node', async () => {
  const { database, live, client } = await openWithEventToLose();
  const logId = client.welcomes[0]?.logId ?? '';
  const proxy = closeAfterTests(await startTcpProxy(database.url));
  const cutOff = await live.addNode({ environment: { DATABASE_URL: proxy.url } });
  const other = await live.connectTo(cutOff.address);
  proxy.block();
  await failOverAndPass(database);
  await expect.poll(() => client.welcomes.at(-1)?.refetch).toBe(true);
  const newId = client.welcomes.at(-1)?.logId;
  expect(newId).not.toBe(logId);
  proxy.unblock();
  await expect.poll(() => other.welcomes.at(-1)).toMatchObject({ refetch: true, logId: newId });
  expect((await live.get('/courses')).headers.get('log-id')).toBe(newId);
});

test('tells no client to fetch everything again if a failover loses nothing', async () => {
  const database = await openReplicatedDatabase();
  const live = await openLiveSchool({}, database.url);
  await live.school.addCourse('Optics');
  const client = await live.connect(null);
  const logId = (await live.get('/courses')).headers.get('log-id');
  await database.waitForReplica();
  await database.stopPrimary();
  await database.promoteReplica();
  await (await openSchool(database.url)).addCourse('Acoustics');
  await expect.poll(() => client.received()).toEqual(['2 course-added']);
  expect(client.welcomes.map(({ refetch }) => refetch)).toEqual([false]);
  expect((await live.get('/courses')).headers.get('log-id')).toBe(logId);
});

test('begins a new history after a failover with all nodes stopped, because nobody knows what was lost', async () => {
  const { database, live } = await openWithEventToLose();
  const logId = (await live.get('/courses')).headers.get('log-id') ?? '';
  await live.node[Symbol.asyncDispose]();
  await failOverAndPass(database);
  const node = await live.addNode();
  const again = await live.connect(null, { since: 2, logId }, node.address);
  expect(again.welcomes[0]).toMatchObject({ refetch: true, position: 3 });
  // The history changes only once: the next node finds it confirmed.
  const otherNode = await live.addNode();
  const current = { since: 3, logId: again.welcomes[0]?.logId };
  expect((await live.connect(null, current, otherNode.address)).welcomes[0]).toMatchObject({
    refetch: false,
  });
});

test('refuses a read database with events that the log has lost, and says what to do', async () => {
  const database = await openReplicatedDatabase();
  const live = await openLiveSchool(
    { environment: { READ_DATABASE_URL: database.primaryUrl } },
    database.url,
  );
  await live.school.addCourse('Optics');
  await database.waitForReplica();
  database.stopStreaming();
  await live.school.addCourse('Lost');
  database.disconnectPrimary();
  await database.promoteReplica(async () => {
    await (await openSchool(database.replicaUrl)).addCourse('Acoustics');
  });
  // Polled, because the replica answers if the primary is slow.
  await expect
    .poll(async () => (await live.get('/courses')).text())
    .toContain('has an event at position 2 that the log does not have. Create this replica anew.');
  await expect.poll(async () => (await live.get('/readyz')).status).toBe(503);
});

test('ends a tail of the log with an error if the last event that it read was lost', async () => {
  const { database, live } = await openWithEventToLose();
  const { reader } = live.school.log;
  const read: number[] = [];
  const tail = (async () => {
    for await (const { events } of reader.tail({ after: 0, signal: new AbortController().signal }))
      read.push(...events.map(({ position }) => position));
  })();
  const ended = tail.then(
    () => 'ended',
    (error: Error) => error.message,
  );
  await expect.poll(() => read).toEqual([1, 2]);
  await failOverAndPass(database);
  expect(await ended).toContain('no longer has the event that was read at position 2');
  expect(read).toEqual([1, 2]);
});
