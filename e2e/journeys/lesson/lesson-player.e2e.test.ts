import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inspect } from '#e2e/support/browser/inspect-accessibility.ts';
import { productUrl, signIn, test } from '#e2e/support/journey.ts';
import { newLearner } from '#e2e/support/learner.ts';

const popupOf = (page: Page) => page.getByRole('alertdialog');
const slider = (page: Page) => page.getByRole('slider', { name: 'Position in the video' });
const second = async (page: Page) => Number(await slider(page).inputValue());
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Closes the popup that says so with Enter; the focus is somewhere else then. */
const closePopup = async (page: Page, title: string) => {
  const popup = popupOf(page);
  await popup.getByRole('heading', { name: title, exact: true }).waitFor();
  await popup.getByRole('button', { name: 'OK' }).press('Enter');
  await popup.waitFor({ state: 'detached' });
};
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
/** The video can be told where to go. */
const loaded = (page: Page) =>
  page
    .locator('video')
    .evaluate(
      (video: HTMLVideoElement) =>
        video.readyState > 0 || new Promise((resolve) => video.addEventListener('loadedmetadata', resolve)),
    );

test('a course is started on its learn page, and the player does what keys tell it', async ({ visit }) => {
  const learner = await newLearner('Plain English', null);
  const page = await visit('/auth/login', { reducedMotion: 'reduce' });
  await signIn(page, learner.person);
  // The course's own id in the address is as good as the enrolment's.
  await page.goto(`${productUrl()}/learn-course/${learner.courseId}`);
  const main = page.getByRole('main');
  await main.getByText('Please start the course first', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /^Complete Module/ }).count()).toBe(0);
  expect(await main.getByText('Locked', { exact: true }).count()).toBe(5);
  await button(page, 'Start Course Progress').press('Enter');
  await closePopup(page, 'ENG has been started for you');

  await main.getByText('0 of 5 modules').waitFor();
  await button(page, 'Play').waitFor();
  await loaded(page);
  const shown = () =>
    page.locator('video').evaluate(({ muted, textTracks }: HTMLVideoElement) => [muted, textTracks[0]?.mode]);
  await expect.poll(shown).toEqual([true, 'showing']);
  await button(page, 'Sound').press('Enter');
  await button(page, 'Captions').press('Enter');
  await expect.poll(shown).toEqual([false, 'hidden']);
  await button(page, 'Sound').press('Enter');
  await page.keyboard.press('k');
  await button(page, 'Pause').waitFor();
  await page.keyboard.press('k');
  await button(page, 'Play').waitFor();
  const before = await second(page);
  await page.keyboard.press('l');
  await expect.poll(() => second(page)).toBeGreaterThanOrEqual(before + 10);
  await page.keyboard.press('j');
  await expect.poll(() => second(page)).toBeLessThanOrEqual(before + 1);

  await page.keyboard.press('n');
  const note = page.getByRole('tabpanel', { name: 'Notes' }).getByRole('textbox').first();
  await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('kjl?');
  expect([await note.inputValue(), await button(page, 'Play').count()]).toEqual(['kjl?', 1]);
  await note.fill('');
  await button(page, 'Play').focus();

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  await help.getByRole('checkbox', { name: /^Use these keys/ }).press('Space');
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('l');
  await page.keyboard.press('?');
  // The device remembers all of it.
  await page.reload();
  await loaded(page);
  await expect.poll(shown).toEqual([true, 'hidden']);
  await page.keyboard.press('?');
  await button(page, 'Keys').press('Enter');
  expect(await help.getByRole('checkbox').isChecked()).toBe(false);
  await help.getByRole('checkbox').press('Space');
  await help.getByRole('button', { name: 'Done' }).press('Enter');
  await help.waitFor({ state: 'detached' });
  expect(await second(page)).toBeLessThanOrEqual(before + 1);
});

test('five modules by keyboard alone, to the certificate', async ({ visit }) => {
  const learner = await newLearner('Plain English');
  const page = await visit('/auth/login', { reducedMotion: 'reduce' });
  await signIn(page, learner.person);
  await page.goto(productUrl() + learner.path);
  await button(page, 'Complete Module 1').waitFor();
  expect([await button(page, 'Previous').isDisabled(), await button(page, 'Next').isDisabled()]).toEqual([
    true,
    false,
  ]);
  for (const module of [1, 2, 3, 4, 5]) {
    await button(page, `Complete Module ${module}`).press('Enter');
    await closePopup(page, 'Module Completed!');
    await page.getByText(`${module} of 5 modules`).waitFor();
    if (module === 5) break;
    await expect.poll(() => focused(page)).toBe('Next');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/learn-course/*?*module=${module + 1}*`);
  }
  expect([await button(page, 'Previous').isDisabled(), await button(page, 'Next').isDisabled()]).toEqual([
    false,
    true,
  ]);
  await page.getByRole('tab', { name: 'Review', selected: true }).waitFor();
  await button(page, 'Collect Certificate').press('Enter');
  await page.waitForURL('**/learn-course/*?*tab=certificate*');
  await page.getByRole('tab', { name: 'Certificate', selected: true }).waitFor();
  await page.getByRole('tab', { name: 'Certificate' }).press('Home');
  await page.getByRole('tab', { name: 'Notes' }).press('Enter');
  await page.waitForURL('**/learn-course/*?*tab=notes*');
  expect(await page.getByRole('button', { name: /^Complete Module/ }).count()).toBe(0);
  expect(await inspect(page)).toEqual([]);
});

test('a lesson goes on at the second where it was left, on another device too; the address wins', async ({
  visit,
}) => {
  const learner = await newLearner('Plain English', 3);
  const page = await visit('/auth/login');
  await signIn(page, learner.person);
  await page.goto(productUrl() + learner.path);
  await page.getByRole('heading', { name: 'Module 4' }).waitFor();
  await loaded(page);
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith('/playback') && answer.request().method() === 'PUT' && answer.ok(),
  );
  await slider(page).fill('7');
  await kept;
  await page.getByRole('link', { name: 'Course page' }).click();
  await page.getByRole('link', { name: 'Start Learning' }).click();
  await expect.poll(() => second(page)).toBe(7);
  expect(new URL(page.url()).search).toBe('');

  const phone = await visit('/auth/login', { viewport: { width: 390, height: 844 } });
  await signIn(phone, learner.person);
  await phone.goto(productUrl() + learner.path);
  await phone.getByRole('heading', { name: 'Module 4' }).waitFor();
  await expect.poll(() => second(phone)).toBe(7);
  await phone.goto(`${productUrl()}${learner.path}?module=2&second=5`);
  await phone.getByRole('heading', { name: 'Module 2' }).waitFor();
  await expect.poll(() => second(phone)).toBe(5);
  await phone.getByRole('button', { name: /^Module 4: / }).click();
  await phone.getByRole('heading', { name: 'Module 4' }).waitFor();
  await phone.waitForURL(`**${learner.path}?module=4`);
});

/** A page in place of YouTube's player, which says what that says. */
const youtubeStandIn = `<!doctype html><title>Player</title><script>
  let second = Number(new URLSearchParams(location.search).get('start'));
  const say = (event, info) => parent.postMessage(JSON.stringify({ event, info }), '*');
  addEventListener('message', ({ data }) => {
    const { event, func, args } = JSON.parse(data);
    if (event === 'listening') say('initialDelivery', { currentTime: second, playerState: 1 });
    if (func === 'seekTo') { second = args[0]; say('infoDelivery', { currentTime: second }); }
    if (func === 'pauseVideo') say('infoDelivery', { currentTime: second, playerState: 2 });
  });
</script>`;

test('a video that does not load leaves the rest usable; one of YouTube is asked for by a click alone', async ({
  visit,
}) => {
  const learner = await newLearner('Plain English');
  const page = await visit('/auth/login');
  await signIn(page, learner.person);
  await page.route('**/clips/**', (route) => route.abort());
  await page.goto(productUrl() + learner.path);
  const failed = page.getByRole('alert');
  await failed.getByText('The video of module 1 could not be loaded.').waitFor();
  await button(page, 'Complete Module 1').click();
  await closePopup(page, 'Module Completed!');
  await page.unroute('**/clips/**');
  await failed.getByRole('button', { name: 'Retry' }).click();
  await failed.waitFor({ state: 'detached' });
  await loaded(page);

  const asked: string[] = [];
  await page.route('https://www.youtube-nocookie.com/**', async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ contentType: 'text/html', body: youtubeStandIn });
  });
  await page.route('**/enrolledCourses?*', async (route) => {
    const answer = await route.fetch();
    const courses = ((await answer.json()) as object[]).map((course) => ({
      ...course,
      videos: Array(5).fill('https://youtu.be/dQw4w9WgXcQ'),
    }));
    await route.fulfill({ response: answer, json: courses });
  });
  await page.goto(`${productUrl()}${learner.path}?module=2&second=30`);
  await button(page, 'Play from YouTube').waitFor();
  expect(asked).toEqual([]);
  await button(page, 'Play from YouTube').click();
  await page.locator('iframe').waitFor();
  await expect.poll(() => asked.length).toBe(1);
  expect(new URL(asked[0] ?? '').searchParams.get('start')).toBe('30');
  const told = page.waitForRequest(
    (request) => request.url().endsWith('/playback') && request.postDataJSON()?.second === 40,
  );
  await page.getByRole('heading', { name: 'Module 2' }).click();
  await page.keyboard.press('l');
  expect((await told).postDataJSON()).toMatchObject({ module: 2, second: 40 });
});
