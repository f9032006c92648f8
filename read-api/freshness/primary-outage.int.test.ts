import { expect, test } from 'vitest';
import { retryLaterError } from '#platform/problems.ts';
import { openReplicatedDatabase } from '#platform/testing/replicated-database.ts';
import { openLiveSchool } from '#testing/live-school.ts';
import { openSchool } from '#testing/school.ts';

/** Opens a school on a primary, and a node that reads from the replica. */
const open = async () => {
  const database = await openReplicatedDatabase();
  const live = await openLiveSchool(
    {
      environment: { READ_DATABASE_URL: database.replicaUrl },
      recordReading: async () => {
        throw retryLaterError('unavailable', 'Changes cannot be saved at the moment. Try again.', 2);
      },
    },
    database.url,
  );
  return { database, live };
};

const summarize = async (response: Response) => ({
  status: response.status,
  stale: response.headers.get('log-stale'),
  position: response.headers.get('log-position'),
  body: (await response.json()) as unknown,
});

const metricOf = async (
  { live }: Awaited<ReturnType<typeof open>>,
  name: 'lyceum_primary_unreachable' | 'lyceum_replica_position' = 'lyceum_primary_unreachable',
) => (await live.node.metrics.registry.getSingleMetric(name)?.get())?.values[0]?.value;

test('without a primary, answers GETs from the replica as stale and refuses those that need the primary; answers are fresh after a failover', async () => {
  const opened = await open();
  const { database, live } = opened;
  const { sam, ada } = await live.school.registerAll({ sam: 'Student', ada: 'Admin' });
  const id = await live.school.addCourse('Optics');
  await database.waitForReplica();
  // Polled, because one slow answer of the primary makes an answer stale.
  await expect
    .poll(async () => summarize(await live.get('/courses')))
    .toMatchObject({ status: 200, stale: null, position: '3' });
  await expect.poll(() => metricOf(opened)).toBe(0);
  expect(await metricOf(opened, 'lyceum_replica_position')).toBe(3);
  await database.stopPrimary();

  const paths = ['/courses', `/courses/${id}`, '/ratings'];
  for (const answer of await Promise.all(paths.map(async (path) => summarize(await live.get(path)))))
    expect(answer).toMatchObject({ status: 200, stale: 'true' });
  // State tables and the log are also on the replica.
  for (const path of [`/users/${sam.email}`, '/notifications', '/announcement/seen'])
    expect([path, await summarize(await live.get(path, sam))]).toMatchObject([
      path,
      { status: 200, stale: 'true' },
    ]);
  // The client awaits position 99, as after a write of its own that the replica does not have. The answer states its older position.
  const awaiting = await live.get('/courses', null, { 'await-log-position': '99' });
  expect(await summarize(awaiting)).toMatchObject({ status: 200, stale: 'true', position: '3' });
  const tag = awaiting.headers.get('etag') ?? '';
  expect((await live.get('/courses', null, { 'if-none-match': tag })).status).toBe(304);
  // Requests that need the primary are refused: presence is in unlogged tables, whose rows no replica has, and the reading of
  // another user's data cannot be recorded.
  for (const [path, user] of [
    [`/presence?course=${id}`, sam],
    [`/users/${sam.email}`, ada],
  ] as const) {
    const refused = await live.get(path, user);
    expect([path, refused.status, refused.headers.get('retry-after')]).toEqual([path, 503, '2']);
    expect(await refused.json()).toMatchObject({ code: 'unavailable' });
  }
  await expect.poll(async () => (await live.get('/readyz')).status).toBe(200);
  await expect.poll(() => metricOf(opened)).toBe(1);

  await database.promoteReplica();
  await (await openSchool(database.url)).addCourse('Acoustics');
  await expect
    .poll(async () => summarize(await live.get('/courses')))
    .toMatchObject({ status: 200, stale: null, position: '4' });
  await expect.poll(() => metricOf(opened)).toBe(0);
});

test('answers from the replica while the primary hangs, and afterwards sends sockets what they missed', async () => {
  const { database, live } = await open();
  await live.school.addCourse('Optics');
  await database.waitForReplica();
  const visitor = await live.connect(null);
  database.freezePrimary();
  for (let request = 0; request < 20; request += 1)
    expect(await summarize(await live.get('/courses'))).toMatchObject({ status: 200, stale: 'true' });
  // A new client is served during the outage.
  await live.connect(null, {});
  database.reconnectPrimary();
  await expect.poll(async () => (await live.get('/courses')).headers.get('log-stale')).toBeNull();
  const direct = await openSchool(database.url);
  await direct.addCourse('Acoustics');
  await expect.poll(() => visitor.received()).toEqual(['2 course-added']);
  expect(visitor.welcomes.map(({ refetch }) => refetch)).toEqual([false]);
});

test('a client that has seen more than this node waits until the primary is back, instead of fetching older answers', async () => {
  const { database, live } = await open();
  await live.school.addCourse('Optics');
  await database.waitForReplica();
  const { logId } = (await live.connect(null)).lastSeen();
  // This node gives up after a second if its tail is not interrupted. The tail notices an interruption within a quarter of a second.
  const node = await live.addNode({
    environment: { READ_DATABASE_URL: database.replicaUrl },
    liveLimits: { waitForPositionMs: 1_000 },
  });
  const isInterrupted = async () =>
    (await live.get('/courses', null, {}, node.address)).headers.get('log-stale') === 'true';
  database.disconnectPrimary();
  await expect.poll(isInterrupted).toBe(true);
  // As if another node had already shown event 2 to this client.
  const client = live.connect(null, { since: 2, logId }, node.address);
  await (await openSchool(database.primaryUrl)).addCourse('Acoustics');
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  database.reconnectPrimary();
  expect((await client).welcomes).toMatchObject([{ position: 2, refetch: false }]);
});

test('a node starts during an outage, and gives fresh answers over new connections when the primary is back', async () => {
  const { database, live } = await open();
  const { sam } = await live.school.registerAll({ sam: 'Student' });
  await database.waitForReplica();
  database.disconnectPrimary();
  const { address } = await live.addNode({ environment: { READ_DATABASE_URL: database.replicaUrl } });
  const nodes = [live.node.address, address];
  for (const node of nodes)
    expect(await summarize(await live.get('/courses', null, {}, node))).toMatchObject({
      status: 200,
      stale: 'true',
    });
  database.reconnectPrimary();
  for (const node of nodes) {
    await expect
      .poll(async () => (await live.get('/courses', null, {}, node)).headers.get('log-stale'))
      .toBeNull();
    // State tables and the head of the log are read over different connections. Lost connections must not be used there either.
    const answers = await Promise.all([1, 2, 3, 4].map(() => live.get('/announcement/seen', sam, {}, node)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
});

test('an answer during an outage has a different entity tag from a fresh one', async () => {
  const { database, live } = await open();
  await live.school.addCourse('Optics');
  await database.waitForReplica();
  const tagOf = async (isStale: boolean) => {
    const tags = new Map<boolean, string | null>();
    await expect
      .poll(async () => {
        const { headers } = await live.get('/courses');
        tags.set(headers.get('log-stale') === 'true', headers.get('etag'));
        return tags.has(isStale);
      })
      .toBe(true);
    return tags.get(isStale);
  };
  const before = await tagOf(false);
  database.disconnectPrimary();
  const during = await tagOf(true);
  database.reconnectPrimary();
  expect(await tagOf(false)).toBe(before);
  expect(during).not.toBe(before);
});
