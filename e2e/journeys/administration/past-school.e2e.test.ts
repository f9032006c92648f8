import { spawn } from 'node:child_process';
import { expect } from 'vitest';
import { asOfSentence } from '#contract/as-of-sentences.ts';
import { inspectAccessibility } from '#e2e/support/browser/accessibility.ts';
import { readBrowserStorage } from '#e2e/support/browser/read-browser-storage.ts';
import { productDataFolder, test } from '#e2e/support/journey.ts';
import { demoAccountOf } from '#local/demo-school/accounts.ts';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';

/** Half a year ago, rounded down to the minute, as in the banner. */
const halfYearAgo = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 180 * 86_400_000);

/** Runs `npm run log -- as-of` next to the running product until it is interrupted. */
const servePast = async (folder: string, ...args: string[]) => {
  const child = spawn(
    process.execPath,
    ['log-cli/main.ts', 'as-of', halfYearAgo.toISOString(), '--port', '0', ...args],
    { env: { ...inheritedEnvironment(), DATA_DIR: folder }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => {
      output += piece;
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await expect
    .poll(() => (child.exitCode === null ? output : `It ended: ${output}`))
    .toMatch(/Press Ctrl-C to stop/);
  return {
    address: /http:\S+/.exec(output)?.[0] ?? '',
    interrupt: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
};

test('the owner sees the school as a student saw it half a year ago, read-only', async ({ visit, skip }) => {
  const folder = productDataFolder();
  if (folder === null) return skip('The product runs elsewhere, so its data folder is unknown.');
  const sam = demoAccountOf('Student');
  const past = await servePast(folder, '--as', sam.email);
  const { origin } = new URL(past.address);
  const page = await visit('/');
  const total = page.getByText(/^Total Courses: \d+$/);
  await total.waitFor();

  await page.goto(past.address);
  const banner = page.getByRole('complementary', { name: 'The past' });
  await banner.getByText(asOfSentence(halfYearAgo)).waitFor();
  await page.getByRole('banner').getByText(sam.name).waitFor();
  await page.getByRole('banner').getByText('Past', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Logout' }).count()).toBe(0);

  // The student's own pages are shown without the actions that would change them.
  await page.getByRole('button', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: 'My Notes' }).click();
  await page.getByRole('heading', { name: 'My Notes', level: 1 }).waitFor();
  await page.getByText(/^[1-9]\d* notes?$/).waitFor();
  await banner.waitFor();
  expect(
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Edit|Remove)/ })
      .count(),
  ).toBe(0);
  await page.goto(`${origin}/allCourses`);
  const card = page.getByRole('article').first();
  const courseName = (await card.getByRole('heading').textContent()) ?? '';
  await card.getByRole('link', { name: /^Learn More/ }).click();
  await page.waitForURL('**/courseDetails/**');
  // The address changes while the heading of the catalogue is still shown, so the heading of the course is awaited by its name.
  const waitForHeading = () => page.getByRole('heading', { level: 1, name: courseName }).waitFor();
  await waitForHeading();
  expect(await page.getByRole('button', { name: 'Enroll' }).count()).toBe(0);
  expect(await inspectAccessibility(page, waitForHeading)).toEqual([]);

  // A page whose only purpose is a change explains why it is not available.
  await page.goto(`${origin}/quizzes`);
  await page.getByRole('heading', { name: 'The past cannot be changed', level: 1 }).waitFor();
  await page.getByRole('main').getByText(asOfSentence(halfYearAgo)).waitFor();

  // Commands are refused, and the login page leads home.
  const refused = await page.evaluate(async () => {
    const answer = await fetch('/users/x', { method: 'DELETE' });
    return { status: answer.status, problem: await answer.json() };
  });
  expect(refused).toMatchObject({
    status: 409,
    problem: { code: 'past', detail: asOfSentence(halfYearAgo) },
  });
  await page.goto(`${origin}/auth/login`);
  await page.waitForURL(`${origin}/`);

  // The view leaves nothing about the student in the browser, not even that somebody is signed in.
  const stored = await readBrowserStorage(page);
  expect([...stored.values()].filter((content) => content.includes(sam.email))).toEqual([]);
  expect([...stored.keys()]).not.toContain('localStorage lyceum-somebody');

  // In a different browser context, the user is a visitor.
  const stranger = await visit('/');
  await stranger.goto(`${origin}/myNotes`);
  await stranger.waitForURL(`${origin}/`);
  await stranger.getByText(asOfSentence(halfYearAgo)).waitFor();
  expect(await stranger.getByRole('button', { name: 'Dashboard' }).count()).toBe(0);

  expect(await past.interrupt()).toBe(0);
});
