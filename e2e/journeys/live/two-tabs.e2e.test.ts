import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { registerUser } from '#e2e/support/api-calls.ts';
import { closePopup, completeButton, openTab } from '#e2e/support/browser/lesson-page.ts';
import { waitUntilLive } from '#e2e/support/browser/wait-until-live.ts';
import { productUrl, test } from '#e2e/support/journey.ts';
import { createPerson } from '#e2e/support/person.ts';
import { longWait } from '#platform/testing/long-wait.ts';

const course = 'Plain English';
type Tabs = readonly [Page, Page];

const inBoth = <T>(tabs: Tabs, act: (tab: Page) => Promise<T>) => Promise.all(tabs.map(act));

/** Opens the path in both tabs and waits until both are live. */
const open = (tabs: Tabs, path: string) =>
  inBoth(tabs, async (tab) => {
    await tab.goto(productUrl() + path);
    await waitUntilLive(tab);
  });

/**
 * Performs an action in both tabs at once. The commands are held back until both tabs have acted, so that neither tab can learn of the
 * other's action first.
 * @param calls a glob. Commands to addresses that match it are held back.
 */
const inBothAtOnce = async (tabs: Tabs, calls: string, act: (tab: Page) => Promise<void>) => {
  const { promise: bothDone, resolve } = Promise.withResolvers<void>();
  let sent = 0;
  await inBoth(tabs, (tab) =>
    tab.route(calls, async (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      sent += 1;
      await bothDone;
      return route.continue();
    }),
  );
  await inBoth(tabs, act);
  resolve();
  await expect.poll(() => ({ calls, sent })).toEqual({ calls, sent: tabs.length });
  await inBoth(tabs, (tab) => tab.unroute(calls));
};

test('an action that is performed in two tabs at once creates one record, which both tabs show', async ({
  visitAs,
}) => {
  const person = createPerson('Student');
  const token = await registerUser({ url: productUrl() }, person);
  const readRecords = async (path: string): Promise<object[]> => {
    const answer = await fetch(productUrl() + path, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      signal: AbortSignal.timeout(longWait.timeout),
    });
    return (await answer.json()) as object[];
  };
  const first = await visitAs(person, '/about');
  const email = encodeURIComponent(person.email);
  const second = await first.context().newPage();
  const tabs: Tabs = [first, second];

  await open(tabs, '/allCourses');
  await inBothAtOnce(tabs, '**/bookmarks', (tab) =>
    tab.getByRole('button', { name: `Bookmark ${course}` }).click(),
  );
  await inBoth(tabs, async (tab) => {
    await closePopup(tab, 'Success!!!', 'Course bookmarked successfully', 'Cool');
    await tab.waitForURL('**/bookmarks');
    await tab.getByRole('cell', { name: course, exact: true }).waitFor();
  });
  await expect.poll(() => readRecords(`/bookmarks/${email}`)).toHaveLength(1);

  await inBoth(tabs, async (tab) => {
    await tab.getByRole('link', { name: course, exact: true }).click();
    await tab.getByRole('heading', { level: 1, name: course }).waitFor();
  });
  await inBothAtOnce(tabs, '**/enrolledCourses', (tab) =>
    tab.getByRole('button', { name: 'Enroll', exact: true }).click(),
  );
  await inBoth(tabs, async (tab) => {
    await closePopup(tab, 'Course enrolled successfully');
    await tab.getByRole('link', { name: 'Enrolled · Go to course page' }).click();
  });
  await expect.poll(() => readRecords(`/enrolledCourses?email=${email}`)).toHaveLength(1);

  await inBothAtOnce(tabs, '**/progress', (tab) =>
    tab.getByRole('button', { name: 'Start Course Progress' }).click(),
  );
  await inBoth(tabs, async (tab) => {
    await closePopup(tab, 'ENG has been started for you');
    await tab.getByText('0 of 5 modules').waitFor();
    await tab.getByRole('link', { name: 'Start Learning' }).click();
  });
  for (let module = 1; module <= modulesPerCourse; module += 1) {
    if (module === 2 || module === 4) {
      // Only the first tab completes these modules. The other tab updates automatically.
      await completeButton(first, module).click();
      await closePopup(first, 'Module Completed!');
    } else {
      await inBothAtOnce(tabs, '**/progress/*', (tab) => completeButton(tab, module).click());
      await inBoth(tabs, (tab) => closePopup(tab, 'Module Completed!'));
    }
    const next = module < modulesPerCourse ? `Complete Module ${module + 1}` : 'Collect Certificate';
    await inBoth(tabs, (tab) => tab.getByRole('button', { name: next, exact: true }).waitFor());
  }
  await expect
    .poll(() => readRecords(`/progress/${email}`))
    .toMatchObject([{ completedModules: modulesPerCourse }]);

  const notes = await inBoth(tabs, (tab) => openTab(tab, 'Notes'));
  const readTexts = () =>
    Promise.all(notes.map((panel) => panel.locator('li p.whitespace-pre-wrap').allInnerTexts()));
  // A double click in one tab also saves one note.
  await first.getByLabel('Your note').fill('From the first tab.');
  await first.getByRole('button', { name: 'Save note' }).dblclick();
  await first.getByText('Note Submitted!', { exact: true }).waitFor();
  await expect.poll(readTexts).toEqual([['From the first tab.'], ['From the first tab.']]);
  await expect.poll(() => readRecords(`/notes/${email}`)).toMatchObject([{ notes: 'From the first tab.' }]);

  const reviews = await inBoth(tabs, (tab) => openTab(tab, 'Review'));
  for (const [index, panel] of reviews.entries()) {
    await panel.getByPlaceholder('Rating (1-10)').fill(`${7 + index}`);
    await panel.getByLabel('Comment').fill('Twice.');
  }
  await inBothAtOnce(tabs, '**/reviews', (tab) => tab.getByRole('button', { name: 'Submit review' }).click());
  await inBoth(tabs, (tab) => closePopup(tab, 'Review Submitted!'));
  const readOwnReviews = async () =>
    (await readRecords('/reviews')).filter(
      (review) => 'userEmail' in review && review.userEmail === person.email,
    ) as { rating: number }[];
  await expect.poll(readOwnReviews).toMatchObject([{ comment: 'Twice.', rating: expect.toBeOneOf([7, 8]) }]);
  const [review] = await readOwnReviews();
  const readRatings = () =>
    Promise.all(reviews.map((panel) => panel.getByPlaceholder('Rating (1-10)').inputValue()));
  await expect.poll(readRatings).toEqual([`${review?.rating}`, `${review?.rating}`]);
});
