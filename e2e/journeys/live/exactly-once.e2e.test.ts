import { randomUUID } from 'node:crypto';
import type { Page, WebSocketRoute } from 'playwright-core';
import { expect } from 'vitest';
import { addCourse, command, tokenOf } from '#e2e/support/api-calls.ts';
import { productUrl, signInAs, test } from '#e2e/support/journey.ts';
import { demoAccountOf } from '#local/demo-school/accounts.ts';

/** What is shown is shown once and in order, whatever the line does with messages and answers. */
const product = () => ({ url: productUrl() });
const tokenAs = (userType: 'Admin' | 'Instructor') => tokenOf(product(), demoAccountOf(userType));
const announce = (token: string, text: string) =>
  command(product(), token, 'POST', '/announcement', { type: 'Course Related', text });
const isMessage = (frame: string | Buffer) => `${frame}`.startsWith('42["message"');
const live = (page: Page) => page.locator('header').getByText('Live').waitFor();

/** From the next page on, what the server pushes passes through here. */
const through = (page: Page, hand: (socket: WebSocketRoute, frame: string | Buffer) => void) =>
  page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((frame) => hand(socket, frame));
  });

test('messages that come twice, and old ones that come again, change nothing', async ({ visit }) => {
  const page = await visit('/auth/login');
  const before: (string | Buffer)[] = [];
  await through(page, (socket, frame) => {
    socket.send(frame);
    if (!isMessage(frame)) return;
    before.push(frame);
    for (const one of before) socket.send(one);
  });
  await signInAs(page, 'Student');
  await page.goto(`${productUrl()}/showAnnouncement`);
  await live(page);
  await page.getByRole('region', { name: 'Admin Announcements', exact: true }).waitFor();
  const [admin, instructor] = await Promise.all([tokenAs('Admin'), tokenAs('Instructor')]);
  const texts = [`Once, ${randomUUID()}`, `Twice, ${randomUUID()}`, `Withdrawn, ${randomUUID()}`];
  for (const text of texts.slice(0, 2)) await announce(instructor, text);
  const withdrawn = await announce(instructor, texts[2] ?? '');
  const { insertedId } = withdrawn.body as { insertedId: string };
  await command(product(), instructor, 'DELETE', `/announcement/${insertedId}`);
  const last = `The last, ${randomUUID()}`;
  await announce(instructor, last);
  await page.getByRole('button', { name: '3 new announcements · Show' }).click();
  await page.getByText(last).waitFor();
  for (const text of [...texts.slice(0, 2), last]) expect(await page.getByText(text).count()).toBe(1);
  expect(await page.getByText(texts[2] ?? '').count()).toBe(0);

  await page.goto(`${productUrl()}/allCourses`);
  await page.locator('article').first().waitFor();
  await live(page);
  const [gone, stays] = [`Gone ${randomUUID()}`, `Stays ${randomUUID()}`];
  await command(product(), admin, 'DELETE', `/courses/${await addCourse(product(), admin, gone)}`);
  const id = await addCourse(product(), admin, stays);
  await page.getByRole('heading', { name: stays }).waitFor();
  expect(await page.getByRole('heading', { name: stays }).count()).toBe(1);
  expect(await page.getByRole('heading', { name: gone }).count()).toBe(0);
  expect(before.length).toBeGreaterThan(5);
  await command(product(), admin, 'DELETE', `/courses/${id}`);
});

test('one’s own act is shown once, whether its message or its answer comes first', async ({ visit }) => {
  const page = await visit('/auth/login');
  const held: (() => void)[] = [];
  let holds = false;
  const release = () => {
    holds = false;
    for (const send of held.splice(0)) send();
  };
  await through(page, (socket, frame) => {
    if (holds && isMessage(frame)) held.push(() => socket.send(frame));
    else socket.send(frame);
  });
  await signInAs(page, 'Instructor');
  const instructor = await tokenAs('Instructor');
  const text = `Mine, ${randomUUID()}`;
  await announce(instructor, text);
  await page.goto(`${productUrl()}/showAnnouncement`);
  await live(page);
  const entry = page.getByRole('article').filter({ hasText: text });
  const withdraw = async () => {
    await entry.getByRole('button', { name: /^Withdraw/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, withdraw it!' }).click();
    await entry.waitFor({ state: 'detached' });
  };
  const undo = () => page.getByRole('button', { name: 'Undo' }).last().click();
  const isBack = () => page.getByText('Announcement restored.').last().waitFor();
  await entry.waitFor();

  const answer = Promise.withResolvers<void>();
  await page.route('**/restoration', async (route) => {
    const response = await route.fetch();
    await answer.promise;
    await route.fulfill({ response });
  });
  await withdraw();
  await undo();
  await entry.waitFor();
  expect(await page.getByText('Announcement restored.').count()).toBe(0);
  answer.resolve();
  await isBack();
  expect(await entry.count()).toBe(1);
  await page.unroute('**/restoration');
  await page.getByText('Announcement restored.').waitFor({ state: 'detached' });

  holds = true;
  await withdraw();
  await undo();
  await isBack();
  expect(await entry.count()).toBe(1);
  await expect.poll(() => held.length).toBeGreaterThanOrEqual(2);
  release();
  const after = `Mine, too, ${randomUUID()}`;
  await announce(instructor, after);
  await page.getByText(after).waitFor();
  expect(await entry.count()).toBe(1);
});
