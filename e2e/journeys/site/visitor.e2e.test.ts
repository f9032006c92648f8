import { expect } from 'vitest';
import { test } from '#e2e/support/journey.ts';

test('a visitor sees three courses on the home page and all of them in the catalogue', async ({ browse }) => {
  const page = await browse('/');
  await page.getByRole('heading', { name: 'Learn Smarter, Achieve More' }).waitFor();
  await page
    .getByRole('link', { name: /Learn More/ })
    .first()
    .waitFor();
  expect(await page.getByRole('link', { name: /Learn More/ }).count()).toBe(3);
  const total = Number(
    /Total Courses: (\d+)/.exec((await page.getByText(/Total Courses: \d+/).textContent()) ?? '')?.[1],
  );
  expect(total).toBeGreaterThanOrEqual(24);

  await page.getByRole('link', { name: 'Show All Courses' }).click();
  await page.waitForURL('**/allCourses');
  await expect.poll(() => page.getByRole('link', { name: /Learn More/ }).count()).toBe(total);
});
