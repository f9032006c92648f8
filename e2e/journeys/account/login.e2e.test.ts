import { expect } from 'vitest';
import { registerUser } from '#e2e/support/api-calls.ts';
import { followPath } from '#e2e/support/browser/follow-path.ts';
import { productUrl, signIn, test } from '#e2e/support/journey.ts';
import { createPerson, registerInBrowser } from '#e2e/support/person.ts';

test('a login with empty fields shows a message until the user types', async ({ browse }) => {
  const page = await browse('/auth/login');
  const login = page.getByRole('main').getByRole('button', { name: 'Login' });
  await login.click();
  await page.getByText('Please fill in all fields.', { exact: true }).waitFor();
  await page.getByLabel('Email', { exact: true }).fill('a');
  await expect.poll(() => page.getByText('Please fill in all fields.').count()).toBe(0);
});

test("a failed login shows the provider's message and ends the loading state", async ({ browse }) => {
  const page = await browse('/auth/login');
  const login = page.getByRole('main').getByRole('button', { name: 'Login' });
  await page.getByLabel('Email', { exact: true }).fill('nobody@example.org');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await login.click();
  await page
    .getByText(/^Firebase: .*\(auth\/(invalid-credential|user-not-found|wrong-password)\)\.$/)
    .waitFor();
  await expect.poll(() => login.getAttribute('aria-disabled')).toBeNull();
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('nobody@example.org');
});

test('login leads to the requested page, and logout signs the user out in every tab', async ({ visit }) => {
  const page = await visit('/');
  const person = createPerson('Student');
  await registerInBrowser(page, person);

  await page.goto(`${productUrl()}/bookmarks?from=mail#top`);
  await page.waitForURL('**/auth/login');
  await page.getByText('Log in to see your bookmarks.', { exact: true }).waitFor();
  await signIn(page, person);
  await page.waitForURL(`${productUrl()}/bookmarks?from=mail#top`);

  const other = await page.context().newPage();
  await other.goto(`${productUrl()}/bookmarks`);
  await other.getByRole('button', { name: 'Logout' }).waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByText('User logged out successfully', { exact: true }).waitFor();
  await other.waitForURL('**/auth/login');
});

test('a failed logout says so, and keeps the page with the typed text and the sign-in', async ({
  visitAs,
}) => {
  const page = await visitAs('Instructor', '/announcement');
  const text = page.getByRole('textbox', { name: 'Announcement' });
  await text.fill('The library opens at nine.');
  // The identity provider cannot remove the sign-in from the browser's storage.
  await page.evaluate(() => {
    const { delete: remove } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.delete = function (query) {
      if (this.transaction.db.name === 'firebaseLocalStorageDb') throw new DOMException('The disk is full.');
      return remove.call(this, query);
    };
  });
  const logout = page.getByRole('button', { name: 'Logout' });
  await logout.click();
  await page.getByText('You are still signed in. Please try to log out again.').waitFor();
  await expect.poll(() => logout.getAttribute('aria-disabled')).toBeNull();
  expect(await text.inputValue()).toBe('The library opens at nine.');
  await page.getByRole('button', { name: 'Post Announcement' }).click();
  await page.getByRole('alertdialog').getByText('Announcement posted successfully.').waitFor();
});

test('without input, every tab warns the user and then signs them out, and the login page says why', async ({
  visit,
}) => {
  const person = createPerson('Student');
  await registerUser({ url: productUrl() }, person);
  const page = await visit('/auth/login');
  const context = page.context();
  await context.route('**/configuration.json', async (route) => {
    const configuration = await (await route.fetch()).json();
    await route.fulfill({ json: { ...configuration, idleSignOutMinutes: 15 } });
  });
  await context.clock.install();
  await page.goto(`${productUrl()}/bookmarks`);
  await page.waitForURL('**/auth/login');
  await signIn(page, person);
  const other = await context.newPage();
  await other.goto(`${productUrl()}/myProfile`);
  const tabs = [page, other];
  for (const tab of tabs) await tab.getByRole('button', { name: 'Logout' }).waitFor();

  const warning = 'You are about to be logged out, because nobody is using this browser.';
  await context.clock.fastForward('14:30');
  for (const tab of tabs) await tab.getByText(warning).waitFor();
  await other.keyboard.press('Shift');
  for (const tab of tabs) await tab.getByText(warning).waitFor({ state: 'detached' });
  await context.clock.fastForward('15:00');
  for (const tab of tabs) {
    await tab.waitForURL('**/auth/login');
    await tab.getByText('You were logged out because nobody used this browser for 15 minutes.').waitFor();
    expect(await tab.evaluate(() => localStorage.getItem('lyceum-last-input'))).toBeNull();
  }
});

test('a reload keeps the user signed in on a protected page', async ({ visit }) => {
  const person = createPerson('Student');
  await registerUser({ url: productUrl() }, person);
  const page = await visit('/auth/login');
  await signIn(page, person);
  await followPath(page, '/bookmarks');
  await page.reload();
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/bookmarks');
});

test('a password reset shows the same answer whether or not the account exists', async ({ browse }) => {
  const page = await browse('/about');
  const person = createPerson('Student');
  await registerUser({ url: productUrl() }, person);
  const answers: string[] = [];
  for (const email of [person.email, 'nobody-at-all@example.org']) {
    await page.goto(`${productUrl()}/auth/forgotten-password`);
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    const answer = page.getByText(/If there is an account for/);
    await answer.waitFor();
    answers.push(((await answer.textContent()) ?? '').replace(email, 'E-MAIL'));
  }
  expect(answers[0]).toBe(answers[1]);
});

test('a student who opens an admin page sees 403 and a link home', async ({ browse }) => {
  const page = await browse('/users', 'Student');
  for (const path of ['/users', '/addCourse', '/updateCourse/00000000-0000-4000-8000-000000000000']) {
    await page.goto(productUrl() + path);
    await page.getByText('403', { exact: true }).waitFor();
  }
  await page.getByRole('main').getByRole('link', { name: 'Go to Home' }).click();
  await page.waitForURL(`${productUrl()}/`);
});

test('the page of an invalid password reset link offers to send a new link', async ({ browse }) => {
  const page = await browse('/auth/new-password?oobCode=no-such-code');
  await page.getByLabel('Password', { exact: true }).fill('another password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('This link is incomplete or was already used. Request a new one.').waitFor();
  await page.getByRole('link', { name: 'Send a new one' }).click();
  await page.getByRole('button', { name: 'Send link' }).waitFor();
});
