/** Tests, with all three services, that each reading of personal data is recorded in the log before it is answered, or is refused. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { headers } from '#contract/headers.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { testMasterKey } from '#events/testing/test-log.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { createProcessSecret } from '#platform/http/process-secret.ts';
import { readingIdOf } from '#platform/identity/record-ids.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { afterTests, closeAfterTests } from '#platform/testing/close-after-tests.ts';
import { createProjector } from '#projector/server/projector.ts';
import { createReadingRecorder } from '#read-api/admin-reads/record-by-command.ts';
import { startTestCommandApi, type TestCommandApi } from '#testing/command-api.ts';
import { connectLiveClient } from '#testing/live-client.ts';
import { openTestNode, type TestNode } from '#testing/test-node.ts';

let now = new Date('2026-03-05T08:15:00Z');
const clock = () => now;

/** Opens two read-api nodes that record readings through one command-api, and registers two Admins and a student. */
const openReadingServices = async () => {
  const api = await startTestCommandApi({ clock });
  const configuration = parseConfiguration({
    DATABASE_URL: api.databaseUrl,
    VAULT_MASTER_KEY: testMasterKey,
  });
  const projector = createProjector({ configuration, logger: createSilentLogger() });
  projector.start();
  afterTests(() => projector.stop());
  const addNode = async (commandApi: string | null) =>
    closeAfterTests(
      await openTestNode(api.databaseUrl, api.identityProvider, {
        clock,
        recordReading: createReadingRecorder(commandApi, clock),
      }),
    );
  const nodes = [await addNode(api.address()), await addNode(api.address())] as const;
  const people = await api.registerAll({ ada: 'Admin', alan: 'Admin', sam: 'Student' });
  return { api, addNode, nodes, ...people };
};

const read = async ({ address }: TestNode, path: string, token: string) => {
  const response = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.json() };
};

/** Waits until the GET succeeds, then sends it again and returns the answer. */
const readFresh = async (node: TestNode, path: string, token: string) => {
  await expect.poll(async () => (await read(node, path, token)).status).toBe(200);
  return read(node, path, token);
};

/** Returns the recorded readings with the ids of their readers, in log order. */
const listReadings = async ({ reader }: TestCommandApi) => {
  const all: RecordedEvent[] = [];
  for (let page = await reader.readPage(0, 500); page.events.length > 0; ) {
    all.push(...page.events);
    page = await reader.readPage(all.length, 500);
  }
  return all.flatMap(({ type, data, metadata: { actor } }) =>
    type === 'PersonalDataRead' ? [{ ...data, by: actor !== null && 'id' in actor ? actor.id : null }] : [],
  );
};

test('records an Admin’s reading of a student’s data once per hour on any number of nodes, and never a student’s reading of their own data', async () => {
  const school = await openReadingServices();
  const { api, nodes, ada, alan, sam } = school;
  await readFresh(nodes[0], `/users/${sam.email}`, sam.token);
  expect(await listReadings(api)).toEqual([]);
  await expect
    .poll(async () => (await read(nodes[0], `/users/${sam.email}`, ada.token)).body)
    .toMatchObject({ email: sam.email });
  const first = { what: 'profile', userId: sam.id, by: ada.id };
  expect(await listReadings(api)).toEqual([first]);
  const path = `/userType?email=${sam.email}`;
  await Promise.all(Array.from({ length: 12 }, (_, i) => read(nodes[i % 2 === 0 ? 0 : 1], path, ada.token)));
  expect(await listReadings(api)).toEqual([first]);
  expect((await read(nodes[1], `/notes/${sam.email}`, alan.token)).status).toBe(200);
  const second = { what: 'notes', userId: sam.id, by: alan.id };
  expect(await listReadings(api)).toEqual([first, second]);
  now = new Date('2026-03-05T09:00:00Z');
  expect((await read(nodes[0], path, ada.token)).status).toBe(200);
  expect(await listReadings(api)).toEqual([first, second, first]);
});

test('records what an Admin reads, even if the Admin has already recorded another reading with the idempotency key of the read-api', async () => {
  const { api, nodes, ada, sam } = await openReadingServices();
  await readFresh(nodes[0], `/users/${sam.email}`, sam.token);
  const key = readingIdOf(ada.id, { what: 'notes', userId: sam.id }, now);
  const listReading = { what: 'users', userId: null };
  // The command-api ignores the key of a reading, even if the path ends with a slash.
  const answer = await api.call('POST', '/readings/', { token: ada.token, key, body: listReading });
  expect(answer.status).toBe(200);
  expect(await listReadings(api)).toEqual([{ ...listReading, by: ada.id }]);
  await expect.poll(async () => (await read(nodes[0], `/notes/${sam.email}`, ada.token)).status).toBe(200);
  expect((await listReadings(api)).at(-1)).toEqual({ what: 'notes', userId: sam.id, by: ada.id });
});

test('records the request id of the GET if both services run in one process', async () => {
  const processSecret = createProcessSecret();
  const api = await startTestCommandApi({ clock, processSecret });
  const recordReading = createReadingRecorder(api.address(), clock, processSecret);
  await using node = await openTestNode(api.databaseUrl, api.identityProvider, { clock, recordReading });
  const ada = await api.registerUser('Admin');
  const answer = await fetch(`${node.address}/users`, {
    headers: { authorization: `Bearer ${ada.token}`, [headers.requestId]: 'chosen-by-an-outsider' },
  });
  expect(answer.status).toBe(200);
  const { events } = await api.reader.readPage(0, 500);
  const record = events.find(({ type }) => type === 'PersonalDataRead');
  expect(record?.metadata.correlationId).toBe(answer.headers.get(headers.requestId));
  expect(record?.metadata.correlationId).toMatch(/^[0-9a-f-]{36}$/);
});

test('records readings of the user list and of histories, but none of the Admin’s own data, of unknown users or of public data', async () => {
  const school = await openReadingServices();
  const { api, nodes, ada, sam } = school;
  await readFresh(nodes[0], `/users/${ada.email}`, ada.token);
  expect((await read(nodes[0], '/progress/nobody@school.example', ada.token)).status).toBe(200);
  expect((await read(nodes[0], '/courses', ada.token)).status).toBe(200);
  expect(await listReadings(api)).toEqual([]);
  expect((await read(nodes[0], '/users', ada.token)).status).toBe(200);
  const listReading = { what: 'users', userId: null, by: ada.id };
  expect(await listReadings(api)).toEqual([listReading]);
  expect((await read(nodes[0], `/audit?person=${sam.id}`, ada.token)).status).toBe(200);
  const samsHistory = { what: 'history', userId: sam.id, by: ada.id };
  expect(await listReadings(api)).toEqual([listReading, samsHistory]);
  // Reading a user's record counts as reading that user's history. An Admin's own history names other people, so reading it counts as
  // reading the history of the school.
  now = new Date('2026-03-05T11:00:00Z');
  expect((await read(nodes[0], `/audit?record=user-${sam.id}`, ada.token)).status).toBe(200);
  expect((await read(nodes[0], `/audit?person=${ada.id}`, ada.token)).status).toBe(200);
  const schoolHistory = { what: 'history', userId: null, by: ada.id };
  expect(await listReadings(api)).toEqual([listReading, samsHistory, samsHistory, schoolHistory]);
  await expect
    .poll(async () =>
      (await read(nodes[0], '/audit?kind=readings', ada.token)).body.map(
        ({ who, did }: { who: string; did: string }) => `${who} ${did}`,
      ),
    )
    .toEqual([
      'Anna Test viewed the history of the school',
      'Anna Test viewed Anna Test’s history',
      'Anna Test viewed Anna Test’s history',
      'Anna Test viewed the list of users',
    ]);
});

test('records what an Admin sees over a socket with the same event as a GET, and refuses access if the reading cannot be recorded', async () => {
  const { api, addNode, nodes, ada, sam } = await openReadingServices();
  await readFresh(nodes[0], `/users/${sam.email}`, sam.token);
  const logId = await api.reader.historyId();
  /** Returns the ids of the users in a catch-up from the beginning of the log. */
  const catchUp = async ({ address }: TestNode) => {
    using client = await connectLiveClient(address, { token: ada.token, since: 0, logId });
    return client.messages.flatMap(({ kind, data }) => (kind === 'user-registered' ? data._id : []));
  };
  const nodeWithoutCommandApi = await addNode(null);
  await expect.poll(() => catchUp(nodes[0])).toContain(sam.id);
  const users = { what: 'users', userId: null, by: ada.id };
  expect(await listReadings(api)).toEqual([users]);
  expect((await read(nodes[1], '/users', ada.token)).status).toBe(200);
  expect(await listReadings(api)).toEqual([users]);
  using client = await connectLiveClient(nodes[1].address, { token: ada.token });
  expect(await client.attend({ at: 'dashboard' })).toBeNull();
  expect(await listReadings(api)).toEqual([users, { ...users, what: 'dashboard' }]);
  expect(await catchUp(nodeWithoutCommandApi)).toEqual([]);
  using refused = await connectLiveClient(nodeWithoutCommandApi.address, { token: ada.token });
  expect(await refused.attend({ at: 'dashboard' })).toMatch(/recorded/);
});

test('refuses a reading that cannot be recorded, and answers GETs that need no record', async () => {
  const school = await openReadingServices();
  const { api, addNode, nodes, ada, sam } = school;
  await readFresh(nodes[0], `/users/${sam.email}`, sam.token);
  // No command-api listens on port 9.
  for (const node of [await addNode(null), await addNode('http://127.0.0.1:9')]) {
    const refused = await read(node, `/users/${sam.email}`, ada.token);
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
    expect(refused.body.detail).toMatch(/recorded/);
    expect(JSON.stringify(refused.body)).not.toContain(sam.email);
    expect((await read(node, '/users', ada.token)).status).toBe(503);
    expect((await read(node, `/users/${sam.email}`, sam.token)).status).toBe(200);
    expect((await read(node, `/users/${ada.email}`, ada.token)).status).toBe(200);
  }
  // The command-api has lost its database.
  api.databaseProxy.block();
  expect((await read(nodes[0], `/users/${sam.email}`, ada.token)).status).toBe(503);
  api.databaseProxy.unblock();
  await expect.poll(async () => (await read(nodes[0], `/users/${sam.email}`, ada.token)).status).toBe(200);
  expect(await listReadings(api)).toHaveLength(1);
});

test('sends the command again if the command-api is too busy, and records the reading once', async () => {
  const api = await startTestCommandApi({ clock });
  const ada = await api.registerUser('Admin');
  let attempts = 0;
  // A command-api that answers 503 after it has executed the first command. The read-api cannot tell this from a busy command-api.
  const busy = createServer(async (request, response) => {
    const forwarded = await fetch(api.address() + (request.url ?? ''), {
      method: request.method ?? 'POST',
      headers: Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' &&
        !['connection', 'content-length', 'host', 'transfer-encoding'].includes(name)
          ? [[name, value] as [string, string]]
          : [],
      ),
      body: await text(request),
    });
    attempts += 1;
    response.writeHead(attempts === 1 ? 503 : forwarded.status).end();
  });
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
  afterTests(() => busy.close());
  const recordReading = createReadingRecorder(
    `http://127.0.0.1:${(busy.address() as AddressInfo).port}`,
    clock,
  );
  await using node = await openTestNode(api.databaseUrl, api.identityProvider, { clock, recordReading });
  expect((await read(node, '/users', ada.token)).status).toBe(200);
  expect(attempts).toBe(2);
  expect(await listReadings(api)).toHaveLength(1);
});
