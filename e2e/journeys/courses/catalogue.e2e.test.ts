import { expect } from 'vitest';
import { delayPageCode } from '#e2e/support/browser/delay-page-code.ts';
import { focusedText } from '#e2e/support/browser/keyboard.ts';
import { test } from '#e2e/support/journey.ts';

const cards = 'article h3';

test('a search tolerates a typing error and survives a reload', async ({ browse }) => {
  const page = await browse('/allCourses');
  await page.locator(cards).first().waitFor();
  const search = page.getByPlaceholder('Search courses using course name...');
  await search.fill('Calclus with a Pencil');
  await page.waitForURL('**/allCourses?search=Calclus*');
  await expect.poll(() => page.locator(cards).allTextContents()).toContain('Calculus with a Pencil');
  await page.reload();
  await page.getByRole('heading', { name: 'Calculus with a Pencil' }).waitFor();
  expect(await search.inputValue()).toBe('Calclus with a Pencil');
});

test('a course’s link keeps the focus when a search that finds the course begins', async ({ browse }) => {
  const page = await browse('/allCourses');
  const link = page.getByRole('link', { name: 'Learn More about Plain English' });
  await link.waitFor();
  await page.getByPlaceholder('Search courses using course name...').fill('plain engl');
  // The search begins a moment after the last key press.
  await link.focus();
  await page.getByText('Total Courses: 1', { exact: false }).waitFor();
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('a search treats a wildcard as an ordinary character', async ({ browse }) => {
  const page = await browse('/allCourses?search=%25');
  await page.getByText('Total Courses: 0').waitFor();
});

test('an empty result suggests similar names and a way to clear the search', async ({ browse }) => {
  const page = await browse(
    '/allCourses?search=quantum%20kitchen%20physics%20of%20islands&category=Business',
  );
  await page.getByText(/No courses in Business match “quantum kitchen/).waitFor();
  const suggestion = page
    .getByText(/^Did you mean:/)
    .getByRole('button')
    .first();
  const suggestedName = await suggestion.textContent();
  await suggestion.press('Enter');
  const search = page.getByPlaceholder('Search courses using course name...');
  expect(await search.inputValue()).toBe(suggestedName);
  expect(await focusedText(page)).toBe('All Courses');
  await search.fill('quantum kitchen physics of islands');
  await page.getByText(/No courses in Business match “quantum kitchen/).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
  expect(await focusedText(page)).toBe('All Courses');
  await expect.poll(() => page.locator(cards).count()).toBeGreaterThan(20);
  expect(new URL(page.url()).search).toBe('');
});

test('courses are filtered by category and sorted by difficulty', async ({ browse }) => {
  const page = await browse('/allCourses');
  await page.locator(cards).first().waitFor();
  await page.getByRole('button', { name: 'Medical', exact: true }).click();
  await page.getByLabel('Sort by').selectOption('Most difficult first');
  await page.waitForURL((url) => url.searchParams.get('sort') === 'difficulty');
  // The cards are read all at once, because a moment later the page may show the server's answer instead of the loaded courses.
  const isFilteredAndSorted = async () => {
    const texts = await page.locator('article').allTextContents();
    const difficulties = texts.map((text) => Number(/Difficulty (\d+(?:\.\d+)?)\/10/.exec(text)?.[1]));
    return (
      texts.length > 1 &&
      texts.every((text) => text.includes('Medical')) &&
      difficulties.every((difficulty, index) => index === 0 || difficulty <= (difficulties[index - 1] ?? 0))
    );
  };
  await expect.poll(isFilteredAndSorted).toBe(true);
});

test('keeps a filter if another control is changed before the page has rendered it', async ({ browse }) => {
  const page = await browse('/allCourses');
  await page.locator(cards).first().waitFor();
  await page.evaluate(() => {
    const filter = [...document.querySelectorAll('button')].find(
      (button) => button.textContent === 'Medical',
    );
    const sort = document.querySelector('select');
    if (!filter || !sort) throw new Error('The controls of the catalogue are missing.');
    filter.click();
    sort.value = 'difficulty';
    sort.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.waitForURL((url) => url.search === '?category=Medical&sort=difficulty');
});

test('a link that is followed right after typing leads to its page', async ({ browse }) => {
  const page = await browse('/allCourses');
  await page.locator(cards).first().waitFor();
  // Loading the next page takes longer than the pause after which the text is written to the address.
  await delayPageCode(page, 'course-details-page');
  await page.evaluate(() => {
    const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
    const link = document.querySelector<HTMLElement>('article a[aria-label^="Learn More"], article a');
    if (!search || !link) throw new Error('The search or the link is missing.');
    // React remembers values that are set through the element's own setter, and would then see no change. So the prototype's setter is used.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, 'calculus');
    search.dispatchEvent(new Event('input', { bubbles: true }));
    link.click();
  });
  await page.getByRole('complementary', { name: 'Price and details' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/courseDetails\//);
});

test('the home page sorts all courses by difficulty and shows the first three', async ({ browse }) => {
  const page = await browse('/');
  const readNames = () => page.locator(cards).allTextContents();
  await page.locator(cards).first().waitFor();
  const unsorted = await readNames();
  await page.getByRole('button', { name: 'Sort by Difficulty' }).click();
  await expect.poll(readNames).not.toEqual(unsorted);
  const sorted = await page.locator('article').allTextContents();
  expect(sorted).toHaveLength(3);
  expect(sorted[0]).toContain('10/10');
});

test('the details page shows the facts of the card, the price and the syllabus', async ({ browse }) => {
  const page = await browse('/allCourses?search=Quantum');
  const card = page.getByRole('article').filter({ hasText: 'The Quantum Year' });
  await card.getByRole('heading', { name: 'The Quantum Year' }).waitFor();
  // The whole card is the target of its only link. A click on the title follows it, and so does a click on the picture.
  expect(await card.getByRole('link').allTextContents()).toEqual(['Learn More about The Quantum Year']);
  const { x, y, width } = (await card.getByRole('heading').boundingBox()) ?? { x: 0, y: 0, width: 0 };
  await page.mouse.click(x + width / 2, y + 8);
  await page.waitForURL('**/courseDetails/*');
  await page.goBack();
  await card.waitFor();
  await card.click({ position: { x: 40, y: 40 } });
  await page.waitForURL('**/courseDetails/*');
  await page.getByRole('heading', { level: 1, name: 'The Quantum Year' }).waitFor();
  const facts = page.getByRole('complementary', { name: 'Price and details' });
  expect(await facts.textContent()).toMatch(/\$490.*PHY.*General.*1 year.*9\/10/s);
  // A visitor sees what the five modules are about and how long they take, but cannot play them. Each item has a number, a
  // title, the time, and the time in words for screen readers.
  const syllabus = page.getByRole('region', { name: 'Syllabus' });
  expect(await syllabus.getByRole('listitem').allTextContents()).toEqual([
    '1Module 1: Measuring things0:4646 seconds',
    '2Module 2: Forces and motion0:4242 seconds',
    '3Module 3: Energy0:4343 seconds',
    '4Module 4: Waves0:4545 seconds',
    '5Module 5: Heat and disorder0:4848 seconds',
  ]);
  expect(await syllabus.locator('a, button, video, img').count()).toBe(0);
});

test('an unknown course address shows a message', async ({ browse }) => {
  const page = await browse('/courseDetails/00000000-0000-4000-8000-000000000000');
  await page.getByText('This course does not exist.').waitFor();
});
