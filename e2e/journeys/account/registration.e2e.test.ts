import { expect } from 'vitest';
import { productUrl, signIn, test } from '#e2e/support/journey.ts';
import { createPerson, fillRegistrationForm, registerInBrowser } from '#e2e/support/person.ts';

test('a new user registers, signs in and has the role immediately', async ({ visit }) => {
  const page = await visit('/auth/register');
  const person = createPerson('Admin');
  await fillRegistrationForm(page, person);
  await page.getByRole('button', { name: 'Register' }).click();

  const popup = page.getByRole('alertdialog');
  await popup.getByRole('heading', { name: 'Registration Successful!' }).waitFor();
  await popup.getByText('Your account has been created successfully.').waitFor();
  await popup.getByRole('button', { name: 'OK' }).click();
  await page.getByText(`Registration successful! for ${person.name}`, { exact: true }).waitFor();

  await page.waitForURL('**/auth/login');
  await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe(person.email);

  // The toast disappears after two seconds, so the wait for it starts before the sign-in.
  const toast = page.getByText('User logged in successfully!', { exact: true }).waitFor();
  await Promise.all([toast, signIn(page, person)]);
  expect(new URL(page.url()).pathname).toBe('/');
  await page.getByRole('button', { name: 'Dashboard' }).click();
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Users' }).waitFor();
});

test('marks each required field that is empty, focuses the first, and applies the school’s password policy', async ({
  browse,
}) => {
  const page = await browse('/auth/register');
  const register = page.getByRole('button', { name: 'Register' });
  const readTop = () => register.evaluate((button) => button.getBoundingClientRect().top + scrollY);
  const before = await readTop();
  await register.click();
  for (const field of ['Name', 'Image URL', 'Email', 'Password'])
    await page.getByText(`${field} is required.`, { exact: true }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
  // Space is reserved for the errors, so nothing moves.
  expect(await readTop()).toBe(before);

  await page.getByLabel('Password', { exact: true }).fill('12345');
  await page.getByText('Password must have at least 6 characters.', { exact: true }).waitFor();

  // The identity provider of another school requires more.
  const customStrengthOptions = { minPasswordLength: 8, containsNumericCharacter: true };
  const policy = { schemaVersion: 1, enforcementState: 'ENFORCE', customStrengthOptions };
  await page.route('**/v2/passwordPolicy?*', (route) => route.fulfill({ json: policy }));
  await page.reload();
  await page.getByText('At least 8 characters, with a digit.', { exact: true }).waitFor();
  await page.getByLabel('Password', { exact: true }).fill('nodigits');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByText('Password must contain a digit.', { exact: true }).waitFor();
});

test('a registration with an e-mail address that is already registered shows the reason and keeps the input', async ({
  visit,
}) => {
  const page = await visit('/');
  const person = createPerson('Student');
  await registerInBrowser(page, person);
  await page.goto(`${productUrl()}/auth/register`);
  await fillRegistrationForm(page, person);
  await page.getByRole('button', { name: 'Register' }).click();

  const popup = page.getByRole('alertdialog');
  await popup.getByRole('heading', { name: 'Error!' }).waitFor();
  await popup.getByText('Registration failed. Please try again.', { exact: true }).waitFor();
  await popup.getByRole('button', { name: 'OK' }).click();
  await page.getByText(/email-already-in-use/).waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(person.name);
});

test('an interrupted registration is completed at the next sign-in', async ({ visit }) => {
  const page = await visit('/auth/register');
  const person = createPerson('Instructor');
  // The connection breaks after the identity is created and before the user is registered.
  await page.route('**/users', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
  );
  await fillRegistrationForm(page, person);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByText('Registration failed. Please try again.', { exact: true }).waitFor();
  await page.unroute('**/users');

  await page.goto(`${productUrl()}/auth/login`);
  await signIn(page, person);
  await page.waitForURL('**/auth/complete-registration');
  await page.getByRole('heading', { name: 'Complete your registration' }).waitFor();
  // A double click logs out only once. A toast lasts only two seconds, so each one is counted when it appears.
  await page.evaluate(() => {
    const seen = new Set<Element>();
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[data-sonner-toast]'))
        if (toast.textContent?.includes('User logged out successfully')) seen.add(toast);
      document.documentElement.dataset.logouts = String(seen.size);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('button', { name: 'Not you? Log out' }).dblclick();
  await page.waitForURL('**/auth/login');
  await page.getByText('User logged out successfully').first().waitFor();
  await signIn(page, person);
  await page.waitForURL('**/auth/complete-registration');
  expect(await page.locator('html').getAttribute('data-logouts')).toBe('1');
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(person.email);
  await page.getByLabel('Name', { exact: true }).fill(person.name);
  await page.getByLabel('Image URL').fill(person.imageUrl);
  await page.getByLabel('User type').selectOption(person.userType);
  await page.getByRole('button', { name: 'Complete registration' }).click();
  await page.getByRole('heading', { name: 'Registration Successful!' }).waitFor();
  await page.getByRole('button', { name: 'OK' }).click();

  await page.waitForURL(`${productUrl()}/`);
  await page.getByRole('button', { name: 'Dashboard' }).click();
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: /Announcement/ })
    .waitFor();
});

test('a second attempt after a connection error completes the registration', async ({ visit }) => {
  const page = await visit('/auth/register');
  const person = createPerson('Student');
  let isOffline = true;
  await page.route('**/users', (route) =>
    isOffline && route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
  );
  await fillRegistrationForm(page, person);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  isOffline = false;
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('heading', { name: 'Registration Successful!' }).waitFor();
});
