import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inspectAccessibility } from '#e2e/support/browser/accessibility.ts';
import { holdLiveMessages } from '#e2e/support/browser/hold-live-messages.ts';
import { focusedText } from '#e2e/support/browser/keyboard.ts';
import { waitUntilLive } from '#e2e/support/browser/wait-until-live.ts';
import { createEnrolledStudent, type EnrolledStudent } from '#e2e/support/enrolled-student.ts';
import { productUrl, test } from '#e2e/support/journey.ts';

const courseName = 'Letters across Languages';

const isReviewList = (url: URL) => url.pathname === '/reviews' && url.searchParams.has('limit');
/** Locates the names of the trending courses in the table for screen readers, best course first. */
const ranking = (page: Page) =>
  page.getByRole('table', { name: 'Top 5 Trending Courses' }).getByRole('rowheader');
const cards = (page: Page) => page.getByRole('list', { name: 'Trending courses' }).getByRole('heading');

/** Returns how many texts of a chart overlap another one; NaN if the chart has no texts. */
const countOverlappingTexts = (chart: HTMLElement | SVGElement): number => {
  const boxes = [...chart.querySelectorAll('text')].map((text) => text.getBoundingClientRect());
  const overlaps = (a: DOMRect, b: DOMRect) =>
    a !== b && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return boxes.length === 0 ? Number.NaN : boxes.filter((a) => boxes.some((b) => overlaps(a, b))).length;
};

test('a review is submitted, revised, deleted by an admin and restored, and other browsers update', async ({
  visit,
  visitAs,
}) => {
  const student = await createEnrolledStudent(courseName, 5);
  const { name } = student.person;

  const watcher = await visitAs('Instructor', '/highRatedCourses');
  await waitUntilLive(watcher);
  await expect.poll(() => ranking(watcher).count()).toBe(5);
  expect(await ranking(watcher).allInnerTexts()).not.toContain(courseName);

  const visitor = await visit(`/allCourses?search=${encodeURIComponent(courseName)}`);
  await visitor.getByRole('link', { name: `Learn More about ${courseName}` }).click();
  await visitor.getByText('No reviews yet.').waitFor();
  await waitUntilLive(visitor);

  const author = await visitAs(student.person, `${student.path}?tab=review`);
  const form = author.getByRole('tabpanel', { name: 'Review' });
  const rating = form.getByPlaceholder('Rating (1-10)');
  await rating.press('Enter');
  await form.getByText('Rating must be a number.').waitFor();
  await rating.fill('11');
  await form.getByText('Rating may be at most 10.').waitFor();
  // The stars of the form are an input: a click sets the number, and so do the arrow keys.
  await form.getByTitle('6 out of 10').click();
  expect(await rating.inputValue()).toBe('6');
  await author.keyboard.press('ArrowRight');
  expect(await rating.inputValue()).toBe('8');
  await rating.fill('10');
  await rating.press('Tab');
  await author.keyboard.press('Tab');
  await author.keyboard.type('Ten alphabets,\nand one of them is mine.');
  await author.keyboard.press('Tab');
  await author.keyboard.press('Enter');
  const popup = author.getByRole('alertdialog');
  await popup.getByRole('heading', { name: 'Review Submitted!', exact: true }).waitFor();
  await popup.getByRole('button', { name: 'OK' }).press('Enter');
  await popup.waitFor({ state: 'detached' });
  await expect.poll(() => focusedText(author)).toBe('Update review');
  await expect.poll(() => form.getByRole('button', { name: 'Update review' }).isDisabled()).toBe(true);

  await expect.poll(() => ranking(watcher).first().textContent()).toBe(courseName);
  await expect.poll(() => cards(watcher).first().textContent()).toBe(courseName);
  // On a tablet the names in the chart do not overlap.
  await watcher.setViewportSize({ width: 768, height: 1024 });
  await expect.poll(() => watcher.locator('.recharts-wrapper').evaluate(countOverlappingTexts)).toBe(0);
  const card = visitor.getByRole('article', { name: `Review by ${name}` });
  await card.getByText('Ten alphabets').waitFor();
  // A shown rating has one star and a number, unlike the five stars of the input.
  expect(await card.locator('.lucide-star').count()).toBe(1);
  // No e-mail address is shown, not even a masked one.
  expect(await card.getByText('•').count()).toBe(0);
  await visitor.getByText('10 out of 10: 1 review').waitFor({ state: 'attached' });

  // After a reload the form shows the submitted review for revision.
  await author.reload();
  await expect.poll(() => rating.inputValue()).toBe('10');
  expect(await form.getByLabel('Comment').inputValue()).toBe('Ten alphabets,\nand one of them is mine.');
  await rating.fill('1');
  // Text that the student types while the review is being sent stays.
  const comment = form.getByLabel('Comment');
  await author.route('**/reviews', async (route) => {
    if (route.request().method() === 'POST') await comment.fill('A second thought.');
    return route.continue();
  });
  await form.getByRole('button', { name: 'Update review' }).click();
  await popup.getByRole('button', { name: 'OK' }).click();
  await popup.waitFor({ state: 'detached' });
  expect(await comment.inputValue()).toBe('A second thought.');
  await author.unroute('**/reviews');
  await comment.fill('Ten alphabets,\nand one of them is mine.');
  await expect.poll(() => ranking(watcher).allInnerTexts()).not.toContain(courseName);
  await card.getByText('· revised').waitFor();
  await visitor.getByText('1 out of 10: 1 review').waitFor({ state: 'attached' });
  expect(await inspectAccessibility(author, () => rating.waitFor())).toEqual([]);

  const admin = await visitAs('Admin', '/about');
  const live = await holdLiveMessages(admin);
  await admin.goto(`${productUrl()}/reviews`);
  const found = admin.getByRole('article', { name: `Review by ${name}` });
  await found.getByText(student.person.email).waitFor();
  const [request] = await Promise.all([
    admin.waitForRequest((sent) => isReviewList(new URL(sent.url()))),
    admin.getByLabel('Sort by').selectOption('Lowest rating first'),
  ]);
  await expect
    .poll(() => admin.getByRole('article').first().getAttribute('aria-label'))
    .toBe(`Review by ${name}`);
  await found.getByRole('button', { name: `Delete the review by ${name}` }).press('Enter');
  const dialog = admin.getByRole('alertdialog');
  await dialog.getByRole('heading', { name: 'Are you sure?', exact: true }).waitFor();
  await dialog.getByText("You won't be able to revert this!", { exact: true }).waitFor();
  await admin.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await found.getByRole('button', { name: `Delete the review by ${name}` }).press('Enter');
  await dialog.getByRole('button', { name: 'Yes, delete it!' }).press('Enter');
  await dialog.getByRole('heading', { name: 'Deleted!', exact: true }).waitFor();
  await dialog.getByText('The review has been deleted.', { exact: true }).waitFor();
  expect(await found.count()).toBe(0);
  await dialog.getByRole('button', { name: 'OK' }).press('Enter');
  await visitor.getByText('No reviews yet.').waitFor();
  await expect.poll(() => rating.inputValue()).toBe('');

  // A node that is behind answers without the restored review. The live update then adds the review without another request.
  const outdatedAnswer = await admin.request.get(request.url(), { headers: await request.allHeaders() });
  await admin.route(isReviewList, (route) => route.fulfill({ response: outdatedAnswer }), { times: 1 });
  live.hold();
  await Promise.all([
    admin.waitForResponse((response) => isReviewList(new URL(response.url()))),
    admin.getByRole('button', { name: 'Undo' }).press('Enter'),
  ]);
  await admin.getByText('Review restored.').waitFor();
  // Gives the page time for further requests: none of them may bring the review back.
  await admin.waitForTimeout(1_000);
  expect(await found.count()).toBe(0);
  live.release();
  await found.waitFor();
  await card.waitFor();
  await expect.poll(() => rating.inputValue()).toBe('1');
});

test('reviews disappear and return with their course, and new ones wait behind a button', async ({
  visitAs,
}) => {
  const name = 'Cities and Their Walls';
  const first = await createEnrolledStudent(name, 5);
  const second = await createEnrolledStudent(name, 5);
  const submitReview = (student: EnrolledStudent, rating: number, comment: string) =>
    student.call('POST', '/reviews', {
      courseId: student.path.split('/').at(-1),
      rating,
      comment,
    });
  await submitReview(first, 8, 'Walls have gates.');
  const page = await visitAs(first.person, '/reviews');
  await waitUntilLive(page);
  const choice = page.getByLabel('Course');
  const course = await choice.locator('option', { hasText: name }).getAttribute('value');
  await choice.selectOption(course);
  const own = page.getByRole('article', { name: `Review by ${first.person.name}` });
  // New reviews wait behind the button only after the list of this course has loaded.
  await expect.poll(() => page.getByRole('article').filter({ hasNotText: name }).count()).toBe(0);
  await own.getByText('Your review').waitFor();
  await page.getByRole('article', { name: 'Review by Emma Kowalska' }).waitFor();
  const allReviews = await page.context().newPage();
  await allReviews.goto(`${productUrl()}/reviews`);
  await allReviews.getByText(/reviews shown$/).waitFor();
  await waitUntilLive(allReviews);

  await submitReview(second, 9, 'And gates have keepers.');
  await allReviews.getByRole('button', { name: /new reviews? · Show$/ }).waitFor();
  const readCounts = () =>
    allReviews.locator('main').evaluate((main) => ({
      cards: main.querySelectorAll('article').length,
      told: Number(/(\d+) reviews shown/.exec(main.textContent ?? '')?.[1]),
    }));
  const { cards, told } = await readCounts();
  expect(told, 'a waiting review does not count as shown').toBe(cards);
  await allReviews.close();
  const show = page.getByRole('button', { name: '1 new review · Show' });
  await show.waitFor();
  expect(await page.getByText('And gates have keepers.').count()).toBe(0);
  await show.press('Enter');
  await page.getByText('And gates have keepers.').waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: /^9 out of 10: [1-9]/ })
    .waitFor({ state: 'attached' });

  // A student deletes their own review and restores it with Undo.
  await own.getByRole('button', { name: 'Delete the review by' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Yes, delete it!' }).click();
  await dialog.getByText('The review has been deleted.').waitFor();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect.poll(() => own.count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await own.getByText('Walls have gates.').waitFor();

  const admin = await visitAs('Admin', `/allCourses?search=${encodeURIComponent(name)}`);
  await admin.getByRole('button', { name: `Remove ${name}` }).click();
  const question = admin.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Yes, delete it!' }).click();
  await question.getByRole('heading', { name: 'Deleted!' }).waitFor();
  await page.getByText('No reviews yet.').waitFor();
  await question.getByRole('button', { name: 'OK' }).click();
  await admin.getByRole('button', { name: 'Undo' }).click();
  await own.getByText('Walls have gates.').waitFor();
});
