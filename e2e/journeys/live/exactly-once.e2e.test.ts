import { randomUUID } from 'node:crypto';
import type { Page, WebSocketRoute } from 'playwright-core';
import { expect } from 'vitest';
import { addCourse, fetchToken, sendCommand } from '#e2e/support/api-calls.ts';
import { waitUntilLive } from '#e2e/support/browser/wait-until-live.ts';
import { productUrl, test } from '#e2e/support/journey.ts';
import { demoAccountOf } from '#local/demo-school/accounts.ts';

const product = () => ({ url: productUrl() });
const fetchTokenOf = (userType: 'Admin' | 'Instructor') => fetchToken(product(), demoAccountOf(userType));
const announce = (token: string, text: string) =>
  sendCommand(product(), token, 'POST', '/announcement', { type: 'Course Related', text });
/** Returns whether a frame is the Socket.IO packet of a live update. */
const isLiveUpdate = (frame: string | Buffer) => `${frame}`.startsWith('42["message"');

/** Passes each frame from the server to `handle` instead of to the page. Takes effect at the next navigation. */
const interceptFrames = (page: Page, handle: (socket: WebSocketRoute, frame: string | Buffer) => void) =>
  page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((frame) => handle(socket, frame));
  });

test('a live update that arrives several times is applied only once', async ({ visitAs }) => {
  const page = await visitAs('Student', '/about');
  const sentFrames: (string | Buffer)[] = [];
  await interceptFrames(page, (socket, frame) => {
    socket.send(frame);
    if (!isLiveUpdate(frame)) return;
    sentFrames.push(frame);
    for (const sentFrame of sentFrames) socket.send(sentFrame);
  });
  await page.goto(`${productUrl()}/showAnnouncement`);
  await waitUntilLive(page);
  await page.getByRole('region', { name: 'Admin Announcements', exact: true }).waitFor();
  const [admin, instructor] = await Promise.all([fetchTokenOf('Admin'), fetchTokenOf('Instructor')]);
  const texts = [`Once, ${randomUUID()}`, `Twice, ${randomUUID()}`, `Withdrawn, ${randomUUID()}`];
  for (const text of texts.slice(0, 2)) await announce(instructor, text);
  const withdrawn = await announce(instructor, texts[2] ?? '');
  const { insertedId } = withdrawn.body as { insertedId: string };
  await sendCommand(product(), instructor, 'DELETE', `/announcement/${insertedId}`);
  const later = [`After that, ${randomUUID()}`, `The last, ${randomUUID()}`];
  for (const text of later) await announce(instructor, text);
  // The button counts four only after the last update, because one of the first three announcements is withdrawn.
  await page.getByRole('button', { name: '4 new announcements · Show' }).click();
  for (const text of [...texts.slice(0, 2), ...later]) {
    await page.getByText(text).waitFor();
    expect(await page.getByText(text).count()).toBe(1);
  }
  expect(await page.getByText(texts[2] ?? '').count()).toBe(0);

  await page.goto(`${productUrl()}/allCourses`);
  await page.locator('article').first().waitFor();
  await waitUntilLive(page);
  const gone = `Gone ${randomUUID()}`;
  const stays = `Stays ${randomUUID()}`;
  await sendCommand(product(), admin, 'DELETE', `/courses/${await addCourse(product(), admin, gone)}`);
  const id = await addCourse(product(), admin, stays);
  await page.getByRole('heading', { name: stays }).waitFor();
  expect(await page.getByRole('heading', { name: stays }).count()).toBe(1);
  expect(await page.getByRole('heading', { name: gone }).count()).toBe(0);
  expect(sentFrames.length).toBeGreaterThan(5);
  await sendCommand(product(), admin, 'DELETE', `/courses/${id}`);
});

test('the user’s own action is shown once, whether its live update or its answer arrives first', async ({
  visitAs,
}) => {
  const page = await visitAs('Instructor', '/about');
  const heldFrames: (() => void)[] = [];
  let isHolding = false;
  const release = () => {
    isHolding = false;
    for (const send of heldFrames.splice(0)) send();
  };
  await interceptFrames(page, (socket, frame) => {
    if (isHolding && isLiveUpdate(frame)) heldFrames.push(() => socket.send(frame));
    else socket.send(frame);
  });
  const instructor = await fetchTokenOf('Instructor');
  const text = `Mine, ${randomUUID()}`;
  await announce(instructor, text);
  await page.goto(`${productUrl()}/showAnnouncement`);
  await waitUntilLive(page);
  const entry = page.getByRole('article').filter({ hasText: text });
  const withdraw = async () => {
    await entry.getByRole('button', { name: /^Withdraw/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, withdraw it!' }).click();
    await entry.waitFor({ state: 'detached' });
  };
  const undo = () => page.getByRole('button', { name: 'Undo' }).last().click();
  const waitUntilRestored = () => page.getByText('Announcement restored.').last().waitFor();
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
  await waitUntilRestored();
  expect(await entry.count()).toBe(1);
  await page.unroute('**/restoration');
  // A toast stays while the pointer is over it.
  await page.mouse.move(0, 0);
  await page.getByText('Announcement restored.').waitFor({ state: 'detached' });

  isHolding = true;
  await withdraw();
  await undo();
  await waitUntilRestored();
  expect(await entry.count()).toBe(1);
  await expect.poll(() => heldFrames.length).toBeGreaterThanOrEqual(2);
  release();
  const after = `Mine, too, ${randomUUID()}`;
  await announce(instructor, after);
  await page.getByText(after).waitFor();
  expect(await entry.count()).toBe(1);
});
