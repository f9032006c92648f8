/**
 * Live delivery with several nodes: the product and two more read-api processes share one database. Clients are real
 * sockets that keep a live cursor as a page does, and pages in a browser.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import {
  type CommandAnswer,
  courseBody,
  fetchToken,
  registerUser,
  sendCommand,
} from '#e2e/support/api-calls.ts';
import { waitUntilLive } from '#e2e/support/browser/wait-until-live.ts';
import { fetchWithRetry } from '#e2e/support/fetch-with-retry.ts';
import { test } from '#e2e/support/journey.ts';
import { connectReconnectingClient, type ReconnectingClient } from '#e2e/support/live/reconnecting-client.ts';
import { type Product, startProduct, stopProduct } from '#e2e/support/product/start-product.ts';
import { type ReadNode, startReadNode } from '#e2e/support/product/start-read-node.ts';
import { type PostgresServer, startPostgresServer } from '#platform/postgres-server/server.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import { createScratchFolder } from '#platform/testing/scratch-folder.ts';
import { startTcpProxy, type TcpProxy } from '#platform/testing/tcp-proxy.ts';
import { openRawSocket } from '#testing/raw-socket.ts';

const folder = createScratchFolder('lyceum-delivery-');
const ada = { name: 'Ada', email: 'ada@school.example', password: 'a-password', userType: 'Admin' };
const sam = { name: 'Sam', email: 'sam@school.example', password: 'a-password', userType: 'Student' };

let database: PostgresServer;
let product: Product;
let nodes: ReadNode[] = [];
/** One proxy in front of the product, and one in front of each additional node, in this order. */
let proxies: TcpProxy[] = [];
let adminToken = '';
let studentToken = '';
/** A log position after both registrations. Clients that start there receive no updates about the registrations. */
let positionAfterRegistrations = 0;

const productOptions = () => ({
  dataFolder: folder,
  args: ['--empty'],
  env: { DATABASE_URL: database.url },
});
const startNodes = (ports?: readonly number[]) =>
  Promise.all([0, 1].map((index) => startReadNode(product, database.url, ports?.[index])));

beforeAll(async () => {
  database = await startPostgresServer({ folder: join(folder, 'database'), isVolatile: true });
  product = await startProduct(productOptions());
  nodes = await startNodes();
  proxies = await Promise.all([product, ...nodes].map(({ url }) => startTcpProxy(url)));
  adminToken = await registerUser(product, ada);
  studentToken = await registerUser(product, sam);
  positionAfterRegistrations = (await announce('After the registrations')).position;
});
afterAll(async () => {
  await closeAll(proxies);
  await Promise.all(nodes.map((node) => node.kill('SIGTERM')));
  if (product) await stopProduct(product, { shouldKeepData: true });
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const closeAll = (proxies: readonly AsyncDisposable[]) =>
  Promise.all(proxies.map((proxy) => proxy[Symbol.asyncDispose]()));
const disconnectAll = (clients: readonly Disposable[]) => {
  for (const client of clients) client[Symbol.dispose]();
};
const asAdmin = (method: string, path: string, body?: object) =>
  sendCommand(product, adminToken, method, path, body);
/** Returns the id of the record that a command has created. */
const idOf = ({ body }: CommandAnswer) => String((body as { insertedId: string }).insertedId);
const announce = (text: string) => asAdmin('POST', '/announcement', { type: 'Course Related', text });
const addCourse = (name: string) => asAdmin('POST', '/courses', courseBody(name));

/** Sends commands, up to 32 at once. @param send gets the index of its command. @returns the positions of the answers, sorted. */
const sendConcurrently = async (
  count: number,
  send: (index: number) => Promise<CommandAnswer>,
): Promise<number[]> => {
  // All senders take their indexes from this iterator.
  const remaining = Array.from({ length: count }).keys();
  const positions: number[] = [];
  const sendRemaining = async () => {
    for (const index of remaining) positions.push((await send(index)).position);
  };
  await Promise.all(Array.from({ length: Math.min(32, count) }, sendRemaining));
  return positions.sort((one, other) => one - other);
};

const positionsOf = ({ messages }: ReconnectingClient) => messages.map(({ position }) => position);
/** Waits until each client has received exactly these positions, in this order and without duplicates. */
const expectPositions = async (clients: readonly ReconnectingClient[], positions: readonly number[]) => {
  for (const client of clients) {
    await expect.poll(() => positionsOf(client).length).toBeGreaterThanOrEqual(positions.length);
    expect(positionsOf(client)).toEqual(positions);
    expect(client.receivedPositions).toEqual(positions);
  }
};
/** Connects a client to each node. @param after a log position. The clients receive no updates up to this position. */
const connectToEachNode = (token: string | null, after = positionAfterRegistrations) =>
  Promise.all(proxies.map(({ url }) => connectReconnectingClient(url, token, after)));
const openCatalogueVia = async (visit: (path: string) => Promise<Page>, { url }: TcpProxy) => {
  const page = await visit('/about');
  await page.goto(`${url}/allCourses`);
  await waitUntilLive(page);
  await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''));
  return page;
};
/** Expects that the page shows the course once and was not reloaded. */
const expectShown = async (page: Page, name: string) => {
  await page.getByRole('heading', { name, exact: true }).waitFor();
  expect(await page.getByRole('heading', { name, exact: true }).count()).toBe(1);
  expect(await page.locator('[data-not-reloaded]').count()).toBe(1);
};

test('every node delivers all live updates once and in order, even to clients that were disconnected in the meantime', async ({
  visit,
}) => {
  const [students, visitors] = await Promise.all([connectToEachNode(studentToken), connectToEachNode(null)]);
  const proxy = await startTcpProxy(nodes[0]?.url ?? '');
  using disconnected = await connectReconnectingClient(proxy.url, studentToken);
  const page = await openCatalogueVia(visit, proxy);
  const before = await sendConcurrently(8, (index) => announce(`Before ${index}`));
  proxy.block();
  await expect.poll(disconnected.isConnected).toBe(false);
  await page.locator('header').getByText('Reconnecting').waitFor();
  const courses: number[] = [];
  const meanwhile = await sendConcurrently(120, async (index) => {
    if (index % 4 !== 0) return announce(`Meanwhile ${index}`);
    const answer = await addCourse(`Meanwhile ${index}`);
    courses.push(answer.position);
    return answer;
  });
  proxy.unblock();
  const after = await sendConcurrently(8, (index) => announce(`After ${index}`));
  await expectPositions([...students, disconnected], [...before, ...meanwhile, ...after]);
  await expectPositions(
    visitors,
    courses.toSorted((one, other) => one - other),
  );
  // A node first sends the live updates that a client missed, and then welcomes the client.
  await expect.poll(() => [disconnected.welcomeCount(), disconnected.refetchCount()]).toEqual([2, 0]);
  await waitUntilLive(page);
  await expectShown(page, 'Meanwhile 116');
  // Every fourth of the 120 commands has added a course.
  expect(await page.locator('article').count()).toBe(30);
  disconnectAll([...students, ...visitors]);
  await proxy[Symbol.asyncDispose]();
});

test('a node that delivers a live update already answers with the new data', async () => {
  const clients = await connectToEachNode(studentToken);
  for (let post = 0; post < 5; post += 1) {
    const text = `To be read ${post}`;
    const readAtEach = clients.map(async (client, index) => {
      await expect.poll(() => client.messages.length, { interval: 1 }).toBe(post + 1);
      const read = await fetch(`${proxies[index]?.url}/announcement?limit=1`, {
        headers: { accept: 'application/json', authorization: `Bearer ${studentToken}` },
        signal: AbortSignal.timeout(longWait.timeout),
      });
      return ((await read.json()) as unknown[])[0];
    });
    const answer = await announce(text);
    for (const [index, read] of (await Promise.all(readAtEach)).entries()) {
      expect(read).toMatchObject({ _id: idOf(answer), text });
      expect(clients[index]?.messages.at(-1)).toEqual({
        position: answer.position,
        kind: 'announcement-added',
        data: read,
      });
    }
  }
  disconnectAll(clients);
});

test('every node applies a role change or a removal at once to the live updates that it sends', async () => {
  const rolf = { ...sam, name: 'Rolf', email: 'rolf@school.example' };
  const token = await registerUser(product, rolf);
  const { position: positionAfterRolf } = await announce('After the registration of Rolf');
  const clients = await connectToEachNode(token, positionAfterRolf);
  const registerAnother = (name: string) =>
    registerUser(product, { ...sam, name, email: `${name}@school.example` });
  const [{ _id }] = (await (
    await fetchWithRetry(`${product.url}/userType?email=${rolf.email}`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).json()) as [{ _id: string }];
  const expectedKinds: string[] = [];
  const expectNextKinds = async (...kinds: string[]) => {
    expectedKinds.push(...kinds);
    for (const client of clients) {
      await expect.poll(() => client.messages.length).toBeGreaterThanOrEqual(expectedKinds.length);
      expect(client.messages.map(({ kind }) => kind)).toEqual(expectedKinds);
    }
  };
  await registerAnother('one');
  await asAdmin('PATCH', `/users/${_id}`, { userType: 'Admin' });
  await registerAnother('two');
  await expectNextKinds('own-role-changed', 'user-registered');
  await asAdmin('PATCH', `/users/${_id}`, { userType: 'Student' });
  await registerAnother('three');
  await announce('To all who are signed in');
  await expectNextKinds('own-role-changed', 'announcement-added');
  await asAdmin('DELETE', `/users/${_id}`);
  await announce('To all who are still there');
  await addCourse('Seen by visitors, too');
  await expectNextKinds('own-role-changed', 'course-added');
  // Every node treats a client with the token of a removed account as a visitor.
  const visitors = await connectToEachNode(token);
  await announce('Not to removed people');
  const { position } = await addCourse('To visitors');
  await expectPositions(visitors, [position]);
  disconnectAll([...clients, ...visitors]);
});

test('after kill -9 of every node, clients that reconnect get every live update once, and pages need no reload', async ({
  visit,
}) => {
  const blocked = await Promise.all([product, ...nodes].map(({ url }) => startTcpProxy(url)));
  const disconnected = await Promise.all(
    blocked.map(({ url }) => connectReconnectingClient(url, studentToken)),
  );
  const connected = await connectToEachNode(studentToken);
  const page = await openCatalogueVia(visit, proxies[1] as TcpProxy);
  for (const proxy of blocked) proxy.block();
  const before = await sendConcurrently(20, (index) => announce(`Before the end ${index}`));
  await expectPositions(connected, before);
  const ports = nodes.map(({ port }) => port);
  product.kill('SIGKILL');
  await Promise.all([product.ended, ...nodes.map((node) => node.kill('SIGKILL'))]);
  await page.locator('header').getByText('Reconnecting').waitFor();
  const { port, emulatorPort } = product;
  [product, nodes] = await Promise.all([
    startProduct({ ...productOptions(), port, emulatorPort }),
    startNodes(ports),
  ]);
  adminToken = await fetchToken(product, ada);
  for (const proxy of blocked) proxy.unblock();
  const course = await addCourse('After the end');
  const after = await sendConcurrently(20, (index) => announce(`After the end ${index}`));
  await expectPositions([...disconnected, ...connected], [...before, course.position, ...after]);
  expect(disconnected.map(({ refetchCount }) => refetchCount())).toEqual([0, 0, 0]);
  await waitUntilLive(page);
  await expectShown(page, 'After the end');
  disconnectAll([...disconnected, ...connected]);
  await closeAll(blocked);
});

test('a client that is too far behind fetches everything again and then gets new live updates', async ({
  visit,
}) => {
  const proxy = await startTcpProxy(nodes[1]?.url ?? '');
  using client = await connectReconnectingClient(proxy.url, studentToken);
  const page = await openCatalogueVia(visit, proxy);
  proxy.block();
  await expect.poll(client.isConnected).toBe(false);
  await addCourse('Long ago');
  using witness = await connectReconnectingClient(nodes[1]?.url ?? '', studentToken);
  // More live updates than a node sends to a client that is catching up.
  const many = await sendConcurrently(1_010, (index) => announce(`One of very many ${index}`));
  // A node that has read only some of the announcements would send them instead of telling the client to refetch.
  await expect.poll(() => positionsOf(witness).at(-1)).toBe(many.at(-1));
  proxy.unblock();
  await expect.poll(client.refetchCount).toBe(1);
  expect(client.receivedPositions).toEqual([]);
  await waitUntilLive(page);
  await expectShown(page, 'Long ago');
  const { position } = await addCourse('Just now');
  await expectPositions([client], [position]);
  await expectShown(page, 'Just now');
  await proxy[Symbol.asyncDispose]();
});

test('a node disconnects a client that reads nothing, and the other clients get every live update', async () => {
  const [node] = nodes;
  const slow = await openRawSocket(node?.url ?? '');
  // The packet that a Socket.IO client sends to connect.
  slow?.sendText('40');
  await expect.poll(() => slow?.received()).toContain('"welcome"');
  slow?.socket.pause();
  // On a busy machine the edits take longer than the node waits for an answer to its ping. The node also accepts
  // unsolicited answers.
  const answering = setInterval(() => slow?.sendText('3'), 5_000);
  onTestFinished(() => clearInterval(answering));
  using other = await connectReconnectingClient(node?.url ?? '', null);
  const id = idOf(await addCourse('Large'));
  const isDisconnected = async () => {
    const metrics = await fetch(`${node?.url}/metrics`, { signal: AbortSignal.timeout(longWait.timeout) });
    return (await metrics.text()).includes('lyceum_live_cut_total{reason="too slow"} 1');
  };
  const large = { ...courseBody('Large'), details: '€'.repeat(20_000) };
  const positions: number[] = [];
  for (let edits = 0; edits < 1_000 && !(await isDisconnected()); edits += 100)
    positions.push(
      ...(await sendConcurrently(100, (index) =>
        asAdmin('PUT', `/courses/${id}`, { ...large, price: edits + index + 2 }),
      )),
    );
  expect(await isDisconnected()).toBe(true);
  await expect.poll(() => positionsOf(other).at(-1)).toBe(positions.at(-1));
  expect(positionsOf(other).slice(-positions.length)).toEqual(positions);
  slow?.socket.destroy();
  using newClient = await connectReconnectingClient(node?.url ?? '', null);
  const { position } = await addCourse('Heard again');
  await expectPositions([newClient], [position]);
});
