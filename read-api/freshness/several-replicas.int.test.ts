import { expect, test } from 'vitest';
import { reserveFreePort } from '#platform/free-port.ts';
import { openPool } from '#platform/postgres/pool.ts';
import { closeAfterTests } from '#platform/testing/close-after-tests.ts';
import { openReplicatedDatabase } from '#platform/testing/replicated-database.ts';
import { startTcpProxy } from '#platform/testing/tcp-proxy.ts';
import { withClient } from '#platform/testing/with-client.ts';
import { openLiveSchool } from '#testing/live-school.ts';
import { keepSingleServer } from '../single-server-pool.ts';

const names = ['Optics', 'Acoustics', 'Statics', 'Dynamics', 'Algebra', 'Topology', 'Logic', 'Ethics'];

test('never combines the rows of one replica with the checkpoints of another, if a balancer leads to several', async () => {
  const database = await openReplicatedDatabase();
  // The primary stands in for a replica that is always up to date.
  const balancer = closeAfterTests(await startTcpProxy(database.primaryUrl));
  const { school, get } = await openLiveSchool(
    { environment: { READ_DATABASE_URL: balancer.url }, recordReading: async () => {} },
    database.url,
  );
  const { ada, ...others } = await school.registerAll({
    ada: 'Admin',
    bob: 'Admin',
    eve: 'Admin',
    kim: 'Admin',
  });
  const admins = Object.values(others);
  const userListStatuses = async () =>
    (await Promise.all(admins.map((admin) => get('/users', admin)))).map(({ status }) => status);
  await database.waitForReplica();
  expect((await get('/users', ada)).status).toBe(200);

  await withClient(database.replicaUrl, (client) => client.query('select pg_wal_replay_pause()'));
  balancer.redirect(database.replicaUrl, database.primaryUrl);
  const ids: string[] = [];
  for (const name of names) ids.push(await school.addCourse(name));
  for (const admin of admins) await school.changeRole(admin, 'Admin', 'Student');
  const courseStatuses = async () =>
    (await Promise.all(ids.map((id) => get(`/courses/${id}`)))).map(({ status }) => status);
  expect(await courseStatuses()).toEqual(ids.map(() => 200));
  for (let round = 0; round < 2; round += 1) expect(await userListStatuses()).toEqual(admins.map(() => 403));

  // Only the replica that lags behind is left.
  balancer.redirect(database.replicaUrl);
  balancer.block();
  balancer.unblock();
  await expect.poll(async () => (await get('/courses')).headers.get('log-stale')).toBe('true');
  expect(await userListStatuses()).toEqual(admins.map(() => 403));
  await withClient(database.replicaUrl, (client) => client.query('select pg_wal_replay_resume()'));
  await expect.poll(async () => (await get('/courses')).headers.get('log-stale')).toBeNull();
  expect(await courseStatuses()).toEqual(ids.map(() => 200));
});

test('retries if the balancer leads to a server that refuses connections, and fails if it leads to no other', async () => {
  const database = await openReplicatedDatabase();
  const balancer = closeAfterTests(await startTcpProxy(database.primaryUrl));
  balancer.redirect(`tcp://127.0.0.1:${await reserveFreePort()}`, database.primaryUrl);
  const pool = openPool({ connectionString: balancer.url, maxConnections: 6 });
  closeAfterTests({ [Symbol.asyncDispose]: () => pool.end() });
  keepSingleServer(pool);
  // `release(true)` closes the connection, so each one is new.
  for (let count = 0; count < 3; count += 1) (await pool.connect()).release(true);

  balancer.redirect(`tcp://127.0.0.1:${await reserveFreePort()}`);
  await expect(pool.connect()).rejects.toThrow('Connection terminated');
});

test('hands out connections to one server, and to another only if the first cannot be reached', async () => {
  const database = await openReplicatedDatabase();
  const balancer = closeAfterTests(await startTcpProxy(database.primaryUrl));
  balancer.redirect(database.primaryUrl, database.replicaUrl);
  const pool = openPool({ connectionString: balancer.url, maxConnections: 6 });
  closeAfterTests({ [Symbol.asyncDispose]: () => pool.end() });
  const server = keepSingleServer(pool);
  const connectAll = async () => {
    const clients = await Promise.all(Array.from({ length: 6 }, () => pool.connect()));
    const servers = new Set(clients.map((client) => server.of(client)));
    expect([...servers]).toEqual([server.current()]);
    for (const client of clients) client.release();
    return server.current();
  };
  const first = await connectAll();
  expect(await connectAll()).toBe(first);
  const isReplica = async () =>
    (await pool.query<{ is: boolean }>('select pg_is_in_recovery() as is')).rows[0]?.is === true;
  const wasReplica = await isReplica();
  // Open connections stay, but the balancer no longer leads to their server.
  balancer.redirect(wasReplica ? database.primaryUrl : database.replicaUrl);
  const client = await pool.connect();
  const others = await Promise.all(Array.from({ length: 5 }, () => pool.connect()));
  for (const other of [client, ...others]) other.release();
  expect(await connectAll()).toBe(first);
  balancer.block();
  balancer.unblock();
  await expect.poll(() => pool.totalCount).toBe(0);
  expect(await connectAll()).not.toBe(first);
  expect(await isReplica()).toBe(!wasReplica);
});
