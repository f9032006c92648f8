import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { inspectAccessibility } from '#e2e/support/browser/accessibility.ts';
import { followPath } from '#e2e/support/browser/follow-path.ts';
import { focusedText, isFocused } from '#e2e/support/browser/keyboard.ts';
import { closePopupWithEnter } from '#e2e/support/browser/lesson-page.ts';
import { createEnrolledStudent } from '#e2e/support/enrolled-student.ts';
import { productUrl, test } from '#e2e/support/journey.ts';

const slider = (page: Page) => page.getByRole('slider', { name: 'Position in the video' });
const readSecond = async (page: Page) => Number(await slider(page).inputValue());
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Returns whether the top of a tab's panel is in the upper three quarters of the screen, with the focus in the panel. */
const isInSight = (panel: Locator) =>
  panel.evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    return top >= 0 && top < innerHeight * 0.75 && element.contains(document.activeElement);
  });
/** Waits until the video has its metadata, so that it can seek. */
const waitForMetadata = (page: Page) =>
  page
    .locator('video')
    .evaluate(
      (video: HTMLVideoElement) =>
        video.readyState > 0 || new Promise((resolve) => video.addEventListener('loadedmetadata', resolve)),
    );

test('a student starts a course on its lesson page and controls the player with keys', async ({
  visitAs,
}) => {
  const student = await createEnrolledStudent('Plain English', null);
  // The address may contain the course's id instead of the enrolment's.
  const page = await visitAs(student.person, `/learn-course/${student.courseId}`);
  const main = page.getByRole('main');
  await main.getByText('Please start the course first', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /^Complete Module/ }).count()).toBe(0);
  expect(await main.getByText('Locked', { exact: true }).count()).toBe(5);
  await button(page, 'Start Course Progress').press('Enter');
  await closePopupWithEnter(page, 'ENG has been started for you');

  await main.getByText('0 of 5 modules').waitFor();
  await button(page, 'Play').waitFor();
  await waitForMetadata(page);
  // The play symbol covers nothing in the middle of the picture.
  const poster = await page.locator('video').boundingBox();
  const symbol = await page.locator('[data-play-symbol]').boundingBox();
  if (!poster || !symbol) throw new Error('The poster shows no play symbol.');
  expect(symbol.x + symbol.width).toBeLessThan(poster.x + poster.width / 4);
  expect(symbol.y).toBeGreaterThan(poster.y + poster.height / 2);
  // A wide screen shows a larger player, beside its modules.
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect
    .poll(async () => (await page.locator('video').boundingBox())?.width)
    .toBeGreaterThan(Math.max(poster.width, 1_000));
  await page.setViewportSize({ width: 1280, height: 720 });
  const readSoundAndCaptions = () =>
    page.locator('video').evaluate(({ muted, textTracks }: HTMLVideoElement) => [muted, textTracks[0]?.mode]);
  await expect.poll(readSoundAndCaptions).toEqual([true, 'showing']);
  await button(page, 'Sound').press('Enter');
  await button(page, 'Captions').press('Enter');
  await expect.poll(readSoundAndCaptions).toEqual([false, 'hidden']);
  await button(page, 'Sound').press('Enter');
  await page.keyboard.press('k');
  await button(page, 'Pause').waitFor();
  await page.keyboard.press('k');
  await button(page, 'Play').waitFor();
  const before = await readSecond(page);
  await page.keyboard.press('l');
  await expect.poll(() => readSecond(page)).toBeGreaterThanOrEqual(before + 10);
  await page.keyboard.press('j');
  await expect.poll(() => readSecond(page)).toBeLessThanOrEqual(before + 1);

  await page.keyboard.press('n');
  const note = page.getByRole('tabpanel', { name: 'Notes' }).getByRole('textbox').first();
  await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('kjl?');
  expect([await note.inputValue(), await button(page, 'Play').count()]).toEqual(['kjl?', 1]);
  await note.fill('');
  await button(page, 'Play').focus();

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByRole('checkbox', { name: /^Use keyboard shortcuts/ }).press('Space');
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('l');
  await page.keyboard.press('?');
  // The device remembers these settings.
  await page.reload();
  await waitForMetadata(page);
  await expect.poll(readSoundAndCaptions).toEqual([true, 'hidden']);
  await page.keyboard.press('?');
  await button(page, 'Shortcuts').press('Enter');
  expect(await help.getByRole('checkbox').isChecked()).toBe(false);
  await help.getByRole('checkbox').press('Space');
  await help.getByRole('button', { name: 'Done' }).press('Enter');
  await help.waitFor({ state: 'detached' });
  expect(await readSecond(page)).toBeLessThanOrEqual(before + 1);
});

test('after a completed module the focus is on Next, not on the button that completes the next module, even while an earlier module is shown', async ({
  visitAs,
}) => {
  const student = await createEnrolledStudent('Plain English');
  const page = await visitAs(student.person, student.path);
  for (const module of [1, 2]) {
    await button(page, `Complete Module ${module}`).press('Enter');
    await closePopupWithEnter(page, 'Module Completed!');
    await page.getByText(`${module} of 5 modules`).waitFor();
    // The first module stays on the screen.
    await expect.poll(() => focusedText(page)).toBe('Next');
  }
  // A press of the mouse that is dragged off the button does not affect a later key press, even if another device has changed the button.
  await button(page, 'Complete Module 3').hover();
  await page.mouse.down();
  await page.mouse.move(0, 0);
  await page.mouse.up();
  await student.call('PATCH', `/progress/${student.path.split('/').at(-1)}`, { module: 3 });
  await button(page, 'Complete Module 4').press('Enter');
  await closePopupWithEnter(page, 'Module Completed!');
});

test('a student completes all modules by keyboard and gets to the certificate', async ({ visitAs }) => {
  const student = await createEnrolledStudent('Plain English');
  const page = await visitAs(student.person, student.path);
  await button(page, 'Complete Module 1').waitFor();
  expect([await button(page, 'Previous').isDisabled(), await button(page, 'Next').isDisabled()]).toEqual([
    true,
    false,
  ]);
  for (const module of [1, 2, 3, 4, 5]) {
    await button(page, `Complete Module ${module}`).press('Enter');
    await closePopupWithEnter(page, 'Module Completed!');
    await page.getByText(`${module} of 5 modules`).waitFor();
    if (module === 5) break;
    await expect.poll(() => focusedText(page)).toBe('Next');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/learn-course/*?*module=${module + 1}*`);
  }
  expect([await button(page, 'Previous').isDisabled(), await button(page, 'Next').isDisabled()]).toEqual([
    false,
    true,
  ]);
  await page.getByRole('tab', { name: 'Review', selected: true }).waitFor();
  const review = page.getByRole('tabpanel', { name: 'Review' });
  await expect.poll(() => isFocused(review)).toBe(true);
  await expect.poll(() => isInSight(review)).toBe(true);
  await page.evaluate(() => scrollTo(0, 0));
  await button(page, 'Collect Certificate').press('Enter');
  await page.waitForURL('**/learn-course/*?*tab=certificate*');
  await page.getByRole('tab', { name: 'Certificate', selected: true }).waitFor();
  const certificate = page.getByRole('tabpanel', { name: 'Certificate' });
  await expect.poll(() => isInSight(certificate)).toBe(true);
  await certificate.getByRole('button', { name: 'Download picture', exact: true }).waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await button(page, 'View certificate').press('Enter');
  await expect.poll(() => isInSight(certificate)).toBe(true);
  await page.getByRole('tab', { name: 'Certificate' }).press('Home');
  await page.getByRole('tab', { name: 'Notes' }).press('Enter');
  await page.waitForURL('**/learn-course/*?*tab=notes*');
  expect(await page.getByRole('button', { name: /^Complete Module/ }).count()).toBe(0);
  expect(await inspectAccessibility(page)).toEqual([]);
});

test('a lesson resumes where it was left, even on another device, unless the address names a module and a second', async ({
  visitAs,
}) => {
  const student = await createEnrolledStudent('Plain English', 3);
  const page = await visitAs(student.person, student.path);
  await page.getByRole('heading', { name: 'Module 4' }).waitFor();
  await waitForMetadata(page);
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/playback') && answer.request().method() === 'PUT' && answer.ok(),
  );
  await slider(page).fill('7');
  await saved;
  await page.getByRole('link', { name: 'Course page' }).click();
  await page.getByRole('link', { name: 'Start Learning' }).click();
  await expect.poll(() => readSecond(page)).toBe(7);
  expect(new URL(page.url()).search).toBe('');

  const phone = await visitAs(student.person, student.path, {
    viewport: { width: 390, height: 844 },
  });
  await phone.getByRole('heading', { name: 'Module 4' }).waitFor();
  await expect.poll(() => readSecond(phone)).toBe(7);
  await phone.goto(`${productUrl()}${student.path}?module=2&second=5`);
  await phone.getByRole('heading', { name: 'Module 2' }).waitFor();
  await expect.poll(() => readSecond(phone)).toBe(5);
  await phone.getByRole('button', { name: /^Module 4: / }).click();
  await phone.getByRole('heading', { name: 'Module 4' }).waitFor();
  await phone.waitForURL(`**${student.path}?module=4`);
});

/** A fake of YouTube's player page with the same message protocol. */
const fakeYoutubePlayer = `<!doctype html><title>Player</title><script>
  let second = Number(new URLSearchParams(location.search).get('start'));
  const send = (event, info) => parent.postMessage(JSON.stringify({ event, info }), '*');
  addEventListener('message', ({ data }) => {
    const { event, func, args } = JSON.parse(data);
    if (event === 'listening') send('initialDelivery', { currentTime: second, playerState: 1 });
    if (func === 'seekTo') { second = args[0]; send('infoDelivery', { currentTime: second }); }
    if (func === 'pauseVideo') send('infoDelivery', { currentTime: second, playerState: 2 });
  });
</script>`;

/** A fake of YouTube's player page that does not play the video. */
const refusingYoutubePlayer =
  "<!doctype html><title>Player</title><script>parent.postMessage(JSON.stringify({ event: 'onError', info: 150 }), '*');</script>";

test('a lesson stays usable if its video fails to load, and requests YouTube only after a click', async ({
  visitAs,
}) => {
  const student = await createEnrolledStudent('Plain English');
  const page = await visitAs(student.person, '/about');
  await page.route('**/clips/**', (route) => route.abort());
  await followPath(page, student.path);
  const failed = page.getByRole('alert');
  await failed.getByText('The video of module 1 could not be loaded.').waitFor();
  await button(page, 'Complete Module 1').click();
  await closePopupWithEnter(page, 'Module Completed!');
  await page.unroute('**/clips/**');
  await failed.getByRole('button', { name: 'Retry' }).click();
  await failed.waitFor({ state: 'detached' });
  await waitForMetadata(page);

  const requested: string[] = [];
  await page.route('https://www.youtube-nocookie.com/**', async (route) => {
    requested.push(route.request().url());
    await route.fulfill({ contentType: 'text/html', body: fakeYoutubePlayer });
  });
  const videos = [1, 2, 3, 4, 5].map((module) =>
    module === 2 ? 'https://youtu.be/dQw4w9WgXcQ' : `/clips/eng/${module}.webm`,
  );
  await page.route('**/enrolledCourses?*', async (route) => {
    const answer = await route.fetch();
    const courses = ((await answer.json()) as object[]).map((course) => ({
      ...course,
      videos,
    }));
    await route.fulfill({ response: answer, json: courses });
  });
  // After a failure, Play requests the file again and plays it.
  await page.route('**/clips/**', (route) => route.abort());
  await page.goto(`${productUrl()}${student.path}?module=1`);
  await failed.getByText('The video of module 1 could not be loaded.').waitFor();
  await page.unroute('**/clips/**');
  await button(page, 'Play').click();
  await button(page, 'Pause').waitFor();
  // A video that plays continues with the next module, but not beyond a module whose video waits for a click.
  await button(page, 'Next').click();
  await button(page, 'Play from YouTube').waitFor();
  await button(page, 'Next').click();
  await page.getByRole('heading', { name: 'Module 3' }).waitFor();
  await waitForMetadata(page);
  expect(await page.locator('video').evaluate(({ paused }: HTMLVideoElement) => paused)).toBe(true);

  await page.goto(`${productUrl()}${student.path}?module=2&second=30`);
  await button(page, 'Play from YouTube').waitFor();
  expect(requested).toEqual([]);
  // YouTube refuses the video at first. The button that plays it gets the focus from the Retry button.
  await page.route(
    'https://www.youtube-nocookie.com/**',
    (route) => route.fulfill({ contentType: 'text/html', body: refusingYoutubePlayer }),
    { times: 1 },
  );
  await button(page, 'Play from YouTube').click();
  await failed.getByText('This video can’t be played here.').waitFor();
  await failed.getByRole('button', { name: 'Retry' }).press('Enter');
  await failed.waitFor({ state: 'detached' });
  expect(await focusedText(page)).toBe('Play from YouTube');
  await button(page, 'Play from YouTube').click();
  await page.locator('iframe').waitFor();
  await expect.poll(() => requested.length).toBe(1);
  expect(new URL(requested[0] ?? '').searchParams.get('start')).toBe('30');
  const saved = page.waitForRequest(
    (request) => request.url().endsWith('/playback') && request.postDataJSON()?.second === 40,
  );
  await page.getByRole('heading', { name: 'Module 2' }).click();
  await page.keyboard.press('l');
  expect((await saved).postDataJSON()).toMatchObject({ module: 2, second: 40 });
});
