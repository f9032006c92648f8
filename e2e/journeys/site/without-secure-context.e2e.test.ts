import { expect } from 'vitest';
import { createEnrolledStudent } from '#e2e/support/enrolled-student.ts';
import { productUrl, test } from '#e2e/support/journey.ts';

/**
 * Removes what browsers offer only in a secure context, that is, on pages over https or from the browser's own machine. The test itself
 * always runs in a secure context, because the product refuses host names that it does not know.
 */
const leaveSecureContext = () => {
  Object.defineProperty(window, 'isSecureContext', { value: false });
  for (const name of ['randomUUID', 'subtle']) Reflect.deleteProperty(Crypto.prototype, name);
  for (const name of ['serviceWorker', 'locks', 'storage', 'clipboard'])
    Reflect.deleteProperty(Navigator.prototype, name);
};

test('a student can take notes over plain http, where browsers offer fewer features', async ({ visitAs }) => {
  const { person, path } = await createEnrolledStudent('Plain English');
  const page = await visitAs(person, '/about');
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript(leaveSecureContext);
  await page.goto(productUrl() + path);
  expect(await page.evaluate(() => 'randomUUID' in crypto || 'locks' in navigator)).toBe(false);
  const lesson = page.getByRole('tabpanel', { name: 'Notes' });
  await lesson.getByLabel('Your note').fill('Saved without https.');
  await lesson.getByRole('button', { name: 'Save note' }).click();
  await page.getByText('Note Submitted!', { exact: true }).waitFor();
  await lesson.getByText('Saved without https.').waitFor();
  expect(errors).toEqual([]);
});

test('the description of the API can be used over plain http', async ({ visit }) => {
  const page = await visit('/about');
  await page.addInitScript(leaveSecureContext);
  await page.goto(`${productUrl()}/api`);
  const endpoint = page.locator('#takeNote');
  await endpoint.locator('summary').click();
  await endpoint.getByRole('button', { name: 'Send POST' }).waitFor();
  expect(await endpoint.getByLabel('idempotency-key').inputValue()).toBe('');
});

test('a certificate’s page shows a message if the library that replaces the browser’s hash cannot be loaded', async ({
  visit,
}) => {
  const student = await createEnrolledStudent('Plain English', 5);
  const number = await student.collectCertificate();
  const page = await visit('/about');
  await page.addInitScript(leaveSecureContext);
  await page.route('**/assets/sha2-*.js', (route) => route.abort());
  await page.goto(`${productUrl()}/verify/${number}`);
  await page.getByText('The certificate could not be checked', { exact: true }).waitFor();
  await page.unrouteAll();
  await page.reload();
  await page.getByText('This certificate is genuine', { exact: true }).waitFor();
});
