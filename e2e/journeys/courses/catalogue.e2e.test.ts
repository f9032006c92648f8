import { expect } from 'vitest';
import { test } from '#e2e/support/journey.ts';

const cards = 'article h3';

test('a search with a typing error finds the course, stands in the address and survives a reload', async ({
  visit,
}) => {
  const page = await visit('/allCourses');
  await page.locator(cards).first().waitFor();
  const search = page.getByPlaceholder('Search courses using course name...');
  await search.fill('Calclus with a Pencil');
  await page.waitForURL('**/allCourses?search=Calclus*');
  await expect.poll(() => page.locator(cards).allTextContents()).toContain('Calculus with a Pencil');
  await page.reload();
  await page.getByRole('heading', { name: 'Calculus with a Pencil' }).waitFor();
  expect(await search.inputValue()).toBe('Calclus with a Pencil');
});

test('a text that is also a pattern is searched as it stands', async ({ visit }) => {
  const page = await visit('/allCourses?search=%25');
  await page.getByText('Total Courses: 0').waitFor();
});

test('no course: a sentence, the nearest names, and a way to clear', async ({ visit }) => {
  const page = await visit('/allCourses?search=quantum%20kitchen%20physics%20of%20islands&category=Business');
  await page.getByText(/No course in Business is called “quantum kitchen/).waitFor();
  await page
    .getByText(/^Nearest:/)
    .getByRole('button')
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect.poll(() => page.locator(cards).count()).toBeGreaterThan(20);
  expect(new URL(page.url()).search).toBe('');
});

test('a category and an order narrow and sort what is shown', async ({ visit }) => {
  const page = await visit('/allCourses');
  await page.locator(cards).first().waitFor();
  await page.getByRole('button', { name: 'Medical', exact: true }).click();
  await page.getByLabel('Order').selectOption('Most difficult first');
  await page.waitForURL((url) => url.searchParams.get('sort') === 'difficulty');
  const texts = () => page.locator('article').allTextContents();
  await expect.poll(async () => (await texts()).every((text) => text.includes('Medical'))).toBe(true);
  const difficulties = async () =>
    (await texts()).map((text) => Number(/Difficulty (\d+(?:\.\d+)?)\/10/.exec(text)?.[1]));
  const sorted = (await difficulties()).toSorted((a, b) => b - a);
  expect(sorted.length).toBeGreaterThan(1);
  await expect.poll(difficulties).toEqual(sorted);
});

test('home sorts by difficulty before it takes three', async ({ visit }) => {
  const page = await visit('/');
  const names = () => page.locator(cards).allTextContents();
  await page.locator(cards).first().waitFor();
  const unsorted = await names();
  await page.getByRole('button', { name: 'Sort by Difficulty' }).click();
  await expect.poll(names).not.toEqual(unsorted);
  const sorted = await page.locator('article').allTextContents();
  expect(sorted).toHaveLength(3);
  expect(sorted[0]).toContain('10/10');
});

test('the details page says what the card does, and the price', async ({ visit }) => {
  const page = await visit('/allCourses?search=Quantum');
  await page.getByRole('link', { name: 'Learn More about The Quantum Year' }).click();
  await page.waitForURL('**/courseDetails/*');
  await page.getByRole('heading', { level: 1, name: 'The Quantum Year' }).waitFor();
  const facts = page.getByRole('complementary', { name: 'Facts and price' });
  expect(await facts.textContent()).toMatch(/\$490.*PHY.*General.*1 year.*9\/10/s);
});

test('an address of no course says so', async ({ visit }) => {
  const page = await visit('/courseDetails/00000000-0000-4000-8000-000000000000');
  await page.getByText('There is no course at this address.').waitFor();
});
