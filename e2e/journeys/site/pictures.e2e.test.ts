import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { registerUser, sendCommand } from '#e2e/support/api-calls.ts';
import { productUrl, signIn, test } from '#e2e/support/journey.ts';
import { createPerson } from '#e2e/support/person.ts';

const elsewhere = 'https://pictures.elsewhere.example';

/** Answers requests to the other site with a picture, and records them. */
const watchOtherSite = async (page: Page): Promise<string[]> => {
  const requested: string[] = [];
  await page.route(`${elsewhere}/**`, async (route) => {
    requested.push(route.request().url());
    const picture =
      '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';
    await route.fulfill({ contentType: 'image/svg+xml', body: picture });
  });
  return requested;
};

test('a picture on another site is requested only by its owner’s browser', async ({ visit, visitAs }) => {
  const ada = createPerson('Admin');
  const stu = createPerson('Student');
  await registerUser({ url: productUrl() }, ada);
  const picture = `${elsewhere}/${stu.email}.svg`;
  const token = await registerUser({ url: productUrl() }, stu);
  const profile = { name: stu.name, imageUrl: picture };
  await sendCommand({ url: productUrl() }, token, 'PUT', `/users/${stu.email}`, profile);

  const own = await visit('/auth/login');
  const ownRequests = await watchOtherSite(own);
  await signIn(own, stu);
  await own.goto(`${productUrl()}/myProfile`);
  await own
    .getByText('This picture is on another site, so other people see your initials instead.')
    .waitFor();
  // The picture of the account, and the preview in the form.
  await expect.poll(() => own.locator(`main img[src="${picture}"]`).count()).toBe(2);
  expect(ownRequests).toContain(picture);

  const admin = await visitAs(ada, '/users');
  const adminRequests = await watchOtherSite(admin);
  await admin.getByLabel('Filter by name or e-mail').fill(stu.email);
  const row = admin.getByRole('row').filter({ hasText: stu.email });
  const initials = `S${stu.name.split(' ')[1]?.[0] ?? ''}`.toUpperCase();
  await row.getByText(initials, { exact: true }).waitFor();
  await admin.reload();
  await admin.getByLabel('Filter by name or e-mail').fill(stu.email);
  await row.getByText(initials, { exact: true }).waitFor();
  expect(await admin.locator(`img[src^="${elsewhere}"]`).count()).toBe(0);
  expect(adminRequests).toEqual([]);
});

test('the pages are served with a content security policy that allows no inline styles, no base address and no pictures over http', async ({
  browse,
}) => {
  const page = await browse('/');
  const answer = await page.request.get(productUrl(), { headers: { accept: 'text/html' } });
  const policy = Object.fromEntries(
    (answer.headers()['content-security-policy'] ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources.join(' ')];
    }),
  );
  expect(policy).toMatchObject({
    'style-src': expect.not.stringContaining('unsafe'),
    'script-src': "'self'",
    'base-uri': "'none'",
    'object-src': "'none'",
    'img-src': "'self' data: blob: https:",
  });
  // The page's own styles apply.
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Inter');
});
