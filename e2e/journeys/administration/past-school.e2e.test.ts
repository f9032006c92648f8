import { spawn } from 'node:child_process';
import { expect } from 'vitest';
import { asOfSentence } from '#contract/as-of-sentences.ts';
import { inspect } from '#e2e/support/browser/inspect-accessibility.ts';
import { productFolder, test } from '#e2e/support/journey.ts';
import { demoAccountOf } from '#local/demo-school/accounts.ts';

/** Half a year ago; on a minute, as the banner says it. */
const then = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 180 * 86_400_000);

/** `npm run log -- as-of` as a person runs it beside the running product, until it is interrupted. */
const serveThePast = async (folder: string, ...args: string[]) => {
  const child = spawn(
    process.execPath,
    ['log-cli/main.ts', 'as-of', then.toISOString(), '--port', '0', ...args],
    { env: { PATH: process.env.PATH, DATA_DIR: folder }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => {
      said += piece;
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await expect
    .poll(() => (child.exitCode === null ? said : `it ended: ${said}`), { timeout: 120_000 })
    .toMatch(/Press Ctrl-C to stop/);
  return {
    address: /http:\S+/.exec(said)?.[0] ?? '',
    interrupt: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
};

test('the owner looks at the school as a student saw it half a year ago, and can change nothing', {
  timeout: 240_000,
}, async ({ visit, skip }) => {
  const folder = productFolder();
  if (folder === null) return skip('The product runs elsewhere: its data are not at hand.');
  const sam = demoAccountOf('Student');
  const past = await serveThePast(folder, '--as', sam.email);
  const { origin } = new URL(past.address);
  const page = await visit('/');
  const total = page.getByText(/^Total Courses: \d+$/);
  await total.waitFor();

  await page.goto(past.address);
  const banner = page.getByRole('complementary', { name: 'The past' });
  await banner.getByText(asOfSentence(then)).waitFor();
  await page.getByRole('banner').getByText(sam.name).waitFor();
  await page.getByRole('banner').getByText('Past', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Logout' }).count()).toBe(0);

  // Pages of their own are there, with what there was; what would change it is not.
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
  await card.getByRole('link', { name: /^Learn More/ }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('button', { name: 'Enroll' }).count()).toBe(0);
  expect(await inspect(page, () => banner.waitFor())).toEqual([]);

  // A page that is there to change something says why it is not shown, also to who comes by its address.
  await page.goto(`${origin}/quizzes`);
  await page.getByRole('heading', { name: 'The past cannot be changed', level: 1 }).waitFor();
  await page.getByRole('main').getByText(asOfSentence(then)).waitFor();

  // Whoever tries all the same is told, and a page for signing in leads home.
  const refused = await page.evaluate(async () => {
    const answer = await fetch('/users/x', { method: 'DELETE' });
    return { status: answer.status, problem: await answer.json() };
  });
  expect(refused).toMatchObject({ status: 409, problem: { code: 'past', detail: asOfSentence(then) } });
  await page.goto(`${origin}/auth/login`);
  await page.waitForURL(`${origin}/`);

  // Another browser of this machine is nobody.
  const stranger = await visit('/');
  await stranger.goto(`${origin}/myNotes`);
  await stranger.waitForURL(`${origin}/`);
  await stranger.getByText(asOfSentence(then)).waitFor();
  expect(await stranger.getByRole('button', { name: 'Dashboard' }).count()).toBe(0);

  expect(await past.interrupt()).toBe(0);
});
