/**
 * Live delivery of the whole product: its command-api, its projector, and three nodes of the read-api that know nothing of
 * each other, each a process on one database. Clients are the page's own cursor on real sockets, and pages in a browser.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Answer, command, register, tokenOf } from '#e2e/support/api-calls.ts';
import { test } from '#e2e/support/journey.ts';
import { connectReturning, type ReturningClient } from '#e2e/support/live/reconnecting-client.ts';
import { type Line, openLine } from '#e2e/support/product/line.ts';
import { type Product, startProduct, stopProduct } from '#e2e/support/product/start-product.ts';
import { type ReadNode, startNode } from '#e2e/support/product/start-read-node.ts';
import { type PostgresServer, startPostgresServer } from '#platform/postgres-server/server.ts';
import { openRawSocket } from '#read-api/testing/raw-socket.ts';

const folder = mkdtempSync(join(tmpdir(), 'lyceum-delivery-'));
const ada = { name: 'Ada', email: 'ada@school.example', password: 'a-password', userType: 'Admin' };
const sam = { name: 'Sam', email: 'sam@school.example', password: 'a-password', userType: 'Student' };

let database: PostgresServer;
let product: Product;
let nodes: ReadNode[] = [];
/** To each of the three nodes, in their order. */
let lines: Line[] = [];
let [admin, student] = ['', ''];

const options = () => ({
  ...{ dataFolder: folder, args: ['--empty'] },
  env: { DATABASE_URL: database.url },
});
const startNodes = (ports?: readonly number[]) =>
  Promise.all([0, 1].map((node) => startNode(product, database.url, ports?.[node])));

beforeAll(async () => {
  database = await startPostgresServer({ folder: join(folder, 'database'), volatile: true });
  product = await startProduct(options());
  nodes = await startNodes();
  lines = await Promise.all([product.port, ...nodes.map(({ port }) => port)].map(openLine));
  admin = await register(product, ada);
  student = await register(product, sam);
}, 240_000);
afterAll(async () => {
  for (const line of lines) await line[Symbol.asyncDispose]();
  await Promise.all(nodes.map((node) => node.kill('SIGTERM')));
  if (product) await stopProduct(product, { keepData: true });
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const asAdmin = (...call: [string, string, object?]) => command(product, admin, ...call);
const idOf = ({ body }: Answer) => String((body as { insertedId: string }).insertedId);
const announce = (text: string) => asAdmin('POST', '/announcement', { type: 'Course Related', text });
const facts = {
  ...{ course_code: 'MTH', duration: '1 year', difficulty: '5', category: 'General', price: 1 },
  ...{ details: 'How to count what was lost.', instructor: 'Nobody', imageUrl: '/mark.svg' },
};
const addCourse = (course_name: string) => asAdmin('POST', '/courses', { ...facts, course_name });

/** Does the work so many times, many at once. @returns the positions that were reached, in their order. */
const manyTimes = async (times: number, work: (time: number) => Promise<Answer>): Promise<number[]> => {
  const left = Array.from({ length: times }).entries();
  const positions: number[] = [];
  const some = async () => {
    for (const [time] of left) positions.push((await work(time)).position);
  };
  await Promise.all(Array.from({ length: Math.min(32, times) }, some));
  return positions.sort((one, other) => one - other);
};

const positionsOf = ({ messages }: ReturningClient) => messages.map(({ position }) => position);
/** Until each client has shown exactly these, in this order, and was never sent one of them twice. */
const haveAll = async (clients: readonly ReturningClient[], positions: readonly number[]) => {
  for (const client of clients) {
    await expect.poll(() => positionsOf(client).length).toBeGreaterThanOrEqual(positions.length);
    expect(positionsOf(client)).toEqual(positions);
    expect(client.came).toEqual(positions);
  }
};
const atEach = (token: string | null) => Promise.all(lines.map(({ url }) => connectReturning(url, token)));
const isLive = (page: Page) => page.locator('header').getByText('Live', { exact: true }).waitFor();
const visitorAt = async (visit: (path: string) => Promise<Page>, { url }: Line) => {
  const page = await visit('/about');
  await page.goto(`${url}/allCourses`);
  await isLive(page);
  await page.evaluate(() => document.body.setAttribute('data-not-loaded-anew', ''));
  return page;
};
/** The page shows the course once, and is the page that it was. */
const shows = async (page: Page, name: string) => {
  await page.getByRole('heading', { name, exact: true }).waitFor();
  expect(await page.getByRole('heading', { name, exact: true }).count()).toBe(1);
  expect(await page.locator('[data-not-loaded-anew]').count()).toBe(1);
};

test('whatever is answered is told on every node, in one order, once; also to whom the line was cut meanwhile', async ({
  visit,
}) => {
  const [students, visitors] = await Promise.all([atEach(student), atEach(null)]);
  const line = await openLine(nodes[0]?.port ?? 0);
  using away = await connectReturning(line.url, student);
  const page = await visitorAt(visit, line);
  const before = await manyTimes(8, (time) => announce(`Before ${time}`));
  line.cut();
  await expect.poll(away.isConnected).toBe(false);
  await page.locator('header').getByText('Reconnecting').waitFor();
  const courses: number[] = [];
  const meanwhile = await manyTimes(120, async (time) => {
    const answer = await (time % 4 ? announce(`Meanwhile ${time}`) : addCourse(`Meanwhile ${time}`));
    if (time % 4 === 0) courses.push(answer.position);
    return answer;
  });
  line.mend();
  const after = await manyTimes(8, (time) => announce(`After ${time}`));
  await haveAll([...students, away], [...before, ...meanwhile, ...after]);
  await haveAll(
    visitors,
    courses.toSorted((one, other) => one - other),
  );
  expect([away.welcomes(), away.refetches()]).toEqual([2, 0]);
  await isLive(page);
  await shows(page, 'Meanwhile 116');
  expect(await page.locator('article').count()).toBe(30);
  for (const client of [...students, ...visitors]) client[Symbol.dispose]();
  await line[Symbol.asyncDispose]();
});

test('what is told can be read at that moment on the node that told it, and says the position of the answer', async () => {
  const clients = await atEach(student);
  for (let post = 0; post < 5; post += 1) {
    const text = `To be read ${post}`;
    const readAtEach = clients.map(async (client, node) => {
      await expect.poll(() => client.messages.length, { interval: 1 }).toBe(post + 1);
      const read = await fetch(`${lines[node]?.url}/announcement?limit=1`, {
        headers: { accept: 'application/json', authorization: `Bearer ${student}` },
        signal: AbortSignal.timeout(30_000),
      });
      return ((await read.json()) as unknown[])[0];
    });
    const answer = await announce(text);
    for (const [node, read] of (await Promise.all(readAtEach)).entries()) {
      expect(read).toMatchObject({ _id: idOf(answer), text });
      expect(clients[node]?.messages.at(-1)).toEqual({
        ...{ position: answer.position, kind: 'announcement-added', data: read },
      });
    }
  }
  for (const client of clients) client[Symbol.dispose]();
});

test('a role that changes changes what is told at once, on every node; so does a removal', async () => {
  const rolf = { ...sam, name: 'Rolf', email: 'rolf@school.example' };
  const token = await register(product, rolf);
  const clients = await atEach(token);
  const newcomer = (name: string) => register(product, { ...sam, name, email: `${name}@school.example` });
  const [{ _id }] = (await (
    await fetch(`${product.url}/userType?email=${rolf.email}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(30_000),
    })
  ).json()) as [{ _id: string }];
  const told: string[] = [];
  const eachIsTold = async (...kinds: string[]) => {
    told.push(...kinds);
    for (const client of clients) {
      await expect.poll(() => client.messages.length).toBeGreaterThanOrEqual(told.length);
      expect(client.messages.map(({ kind }) => kind)).toEqual(told);
    }
  };
  await newcomer('one');
  await asAdmin('PATCH', `/users/${_id}`, { userType: 'Admin' });
  await newcomer('two');
  await eachIsTold('own-role-changed', 'user-registered');
  await asAdmin('PATCH', `/users/${_id}`, { userType: 'Student' });
  await newcomer('three');
  await announce('To all who are signed in');
  await eachIsTold('own-role-changed', 'announcement-added');
  await asAdmin('DELETE', `/users/${_id}`);
  await announce('To all who are still there');
  await addCourse('Seen by visitors, too');
  await eachIsTold('own-role-changed', 'course-added');
  // The token of an account that is gone makes a visitor, on every node.
  const again = await atEach(token);
  await announce('Not to who is gone');
  const { position } = await addCourse('To visitors');
  await haveAll(again, [position]);
  for (const client of [...clients, ...again]) client[Symbol.dispose]();
});

test('after kill -9 of every server, those who come back have everything, once; pages were not loaded anew', async ({
  visit,
}) => {
  const own = await Promise.all(lines.map((_, node) => openLine([product, ...nodes][node]?.port ?? 0)));
  const cutOff = await Promise.all(own.map(({ url }) => connectReturning(url, student)));
  const stays = await atEach(student);
  const page = await visitorAt(visit, lines[1] as Line);
  for (const line of own) line.cut();
  const before = await manyTimes(20, (time) => announce(`Before the end ${time}`));
  await haveAll(stays, before);
  const ports = nodes.map(({ port }) => port);
  product.kill('SIGKILL');
  await Promise.all([product.ended, ...nodes.map((node) => node.kill('SIGKILL'))]);
  await page.locator('header').getByText('Reconnecting').waitFor();
  const { port, emulatorPort } = product;
  [product, nodes] = await Promise.all([
    startProduct({ ...options(), port, emulatorPort }),
    startNodes(ports),
  ]);
  admin = await tokenOf(product, ada);
  for (const line of own) line.mend();
  const course = await addCourse('After the end');
  const after = await manyTimes(20, (time) => announce(`After the end ${time}`));
  await haveAll([...cutOff, ...stays], [...before, course.position, ...after]);
  expect(cutOff.map(({ refetches }) => refetches())).toEqual([0, 0, 0]);
  await isLive(page);
  await shows(page, 'After the end');
  for (const client of [...cutOff, ...stays]) client[Symbol.dispose]();
  for (const line of own) await line[Symbol.asyncDispose]();
});

test('who is far behind is told to fetch again, and goes on from there', async ({ visit }) => {
  const line = await openLine(nodes[1]?.port ?? 0);
  using client = await connectReturning(line.url, student);
  const page = await visitorAt(visit, line);
  line.cut();
  await expect.poll(client.isConnected).toBe(false);
  await addCourse('Long ago');
  using witness = await connectReturning(nodes[1]?.url ?? '', student);
  const many = await manyTimes(1_010, (time) => announce(`One of very many ${time}`));
  // A node that had got to half of it would bring that half, and the other when it gets there.
  await expect.poll(() => positionsOf(witness).at(-1)).toBe(many.at(-1));
  line.mend();
  await expect.poll(client.refetches).toBe(1);
  expect(client.came).toEqual([]);
  await isLive(page);
  await shows(page, 'Long ago');
  const { position } = await addCourse('Just now');
  await haveAll([client], [position]);
  await shows(page, 'Just now');
  await line[Symbol.asyncDispose]();
});

test('a client that reads nothing is cut off by its node; the others there get everything', async () => {
  const [node] = nodes;
  const slow = await openRawSocket(node?.url ?? '');
  slow?.say('40');
  await expect.poll(() => slow?.heard()).toContain('"welcome"');
  slow?.socket.pause();
  using other = await connectReturning(node?.url ?? '', null);
  const id = idOf(await addCourse('Large'));
  const isCut = async () => {
    const metrics = await fetch(`${node?.url}/metrics`, { signal: AbortSignal.timeout(30_000) });
    return (await metrics.text()).includes('lyceum_live_cut_total{reason="too slow"} 1');
  };
  const large = { ...facts, course_name: 'Large', details: '€'.repeat(20_000) };
  const positions: number[] = [];
  for (let edit = 0; edit < 2_000 && !(edit % 20 === 0 && (await isCut())); edit += 1)
    positions.push((await asAdmin('PUT', `/courses/${id}`, { ...large, price: edit + 2 })).position);
  expect(await isCut()).toBe(true);
  await expect.poll(() => positionsOf(other).at(-1)).toBe(positions.at(-1));
  expect(positionsOf(other).slice(-positions.length)).toEqual(positions);
  slow?.socket.destroy();
  using resumed = await connectReturning(node?.url ?? '', null);
  const { position } = await addCourse('Heard again');
  await haveAll([resumed], [position]);
});
