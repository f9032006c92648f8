import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { foldText } from '#contract/fold-text.ts';
import { fetchToken, registerUser } from '#e2e/support/api-calls.ts';
import { inspectAccessibility } from '#e2e/support/browser/accessibility.ts';
import { ageSignIn } from '#e2e/support/browser/age-sign-in.ts';
import { focusedName, focusedText } from '#e2e/support/browser/keyboard.ts';
import { productUrl, test } from '#e2e/support/journey.ts';
import { createPerson } from '#e2e/support/person.ts';

/** Returns how many pixels wider a select's text area is than its longest option. */
const measureSpaceForLongestOption = (select: HTMLElement | SVGElement): number => {
  const style = getComputedStyle(select);
  const canvas = document.createElement('canvas').getContext('2d');
  if (!(select instanceof HTMLSelectElement) || canvas === null) return Number.NaN;
  canvas.font = style.font;
  const widths = [...select.options].map(({ text }) => canvas.measureText(text).width);
  const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
  return select.clientWidth - padding - Math.max(...widths);
};

test('an admin sees new users appear, changes a role and removes a user, and that user’s pages update', async ({
  visitAs,
}) => {
  const ada = createPerson('Admin', 'Admin');
  const stu = createPerson('Student', 'Student');
  await registerUser({ url: productUrl() }, ada);
  const admin = await visitAs(ada, '/users');
  await admin.getByRole('heading', { name: 'User Management Dashboard' }).waitFor();
  for (const group of ['Students', 'Instructors', 'Admins'])
    await admin.getByRole('heading', { name: group }).waitFor();

  await registerUser({ url: productUrl() }, stu);
  await admin.getByLabel('Filter by name or e-mail').fill(stu.email);
  await admin.getByRole('table', { name: 'Students' }).getByText(stu.email).waitFor();

  const student = await visitAs(stu, '/users');
  await student.getByText('403', { exact: true }).waitFor();

  await admin.getByRole('button', { name: `Role of ${stu.name}` }).click();
  const roleSelect = admin.getByLabel(`New role of ${stu.name}`);
  expect(await roleSelect.evaluate(measureSpaceForLongestOption)).toBeGreaterThanOrEqual(0);
  await roleSelect.selectOption('Admin');
  await admin.getByRole('button', { name: 'Change', exact: true }).click();
  await admin.getByRole('button', { name: 'Yes, change the role' }).click();
  await admin.getByRole('table', { name: 'Admins' }).getByText(stu.email).waitFor();
  await student.getByRole('heading', { name: 'User Management Dashboard' }).waitFor();
  await student.getByRole('banner').getByRole('button', { name: 'Notifications, 1 unread' }).press('Enter');
  await student
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: /^You are now an Admin New/ })
    .waitFor();

  await admin.getByRole('button', { name: `Delete ${stu.name}` }).click();
  const dialog = admin.getByRole('alertdialog');
  await dialog.getByRole('heading', { name: 'Are you sure?' }).waitFor();
  await dialog.getByText("You won't be able to revert this!", { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Yes, delete it!' }).click();
  await dialog.getByRole('heading', { name: 'Deleted!' }).waitFor();
  await dialog.getByText('User deleted successfully', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect.poll(() => admin.getByRole('cell', { name: stu.email }).count()).toBe(0);

  await student.waitForURL('**/auth/login');
  // The notice stays until it is closed, because the user may look at the page much later.
  const notice = student.getByText(/Your account was removed/);
  await notice.waitFor();
  // The heading of the login page takes the focus when it appears, so a key that is pressed too early could go to the heading.
  await expect.poll(() => focusedText(student)).toBe('Login');
  await student.getByRole('button', { name: 'Close toast' }).press('Enter');
  await notice.waitFor({ state: 'hidden' });

  const search = async (text: string, result: string) => {
    await admin.keyboard.press('Control+k');
    await admin.getByPlaceholder('Search or jump to…').fill(text);
    await admin.getByRole('option', { name: result }).click();
  };
  // The picture's menu shows the whole name and the e-mail address. The "Logout" button stays in the banner.
  const banner = admin.getByRole('banner');
  await banner.getByRole('button', { name: `Account of ${ada.name}` }).click();
  await banner.getByText(ada.email).waitFor();
  await banner.getByRole('link', { name: 'My Profile' }).waitFor();
  await banner.getByRole('button', { name: 'Logout' }).waitFor();
  // The buttons of the bar fit within the width of the pages.
  const spaceAtEnd = await banner.locator('.page-width').evaluate((bar) => {
    const last = [...bar.querySelectorAll('button')].filter((button) => button.checkVisibility()).at(-1);
    const padding = Number.parseFloat(getComputedStyle(bar).paddingRight);
    return bar.getBoundingClientRect().right - padding - (last?.getBoundingClientRect().right ?? 0);
  });
  expect(spaceAtEnd).toBeGreaterThanOrEqual(0);
  await admin.keyboard.press('Escape');
  await banner.getByText(ada.email).waitFor({ state: 'detached' });
  expect(await focusedText(admin)).toContain(ada.name);
  // The palette changes the theme, finds people and logs out. It reads the list of users only if the Admin asks for it, because
  // each reading is recorded.
  await search('dark', 'Use the dark theme');
  await search(ada.email, 'Search people and quizzes to mark');
  await admin.getByRole('option', { name: `${ada.name} Admin` }).click();
  await expect.poll(() => admin.getByLabel('Filter by name or e-mail').inputValue()).toBe(ada.email);
  await search('logout', 'Log out');
  await admin.getByText('User logged out successfully').waitFor();
});

test('cancelling a removal removes nobody, and the page shows a message if it cannot load the role requests', async ({
  visitAs,
}) => {
  const ada = createPerson('Admin');
  await registerUser({ url: productUrl() }, ada);
  const page = await visitAs(ada, '/users');
  await page.getByRole('button', { name: `Delete ${ada.name}` }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  // Role requests that cannot be loaded are not shown as if there were none.
  await page.route(/hasRoleRequest=true/, (route) => route.fulfill({ status: 403, json: {} }));
  await page.reload();
  await page.getByRole('cell', { name: ada.email }).waitFor();
  await page.getByText('The role requests could not be loaded').waitFor();
});

test('an admin with an old sign-in confirms the password before a removal, and every attempt has the same idempotency key', async ({
  visitAs,
}) => {
  const ada = createPerson('Admin');
  const stu = createPerson('Student');
  for (const person of [ada, stu]) await registerUser({ url: productUrl() }, person);
  const page = await visitAs(ada, '/users');
  await page.getByLabel('Filter by name or e-mail').fill(stu.email);
  const row = page.getByRole('table', { name: 'Students' }).getByText(stu.email);
  await row.waitFor();
  await ageSignIn(page);
  const idempotencyKeys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') idempotencyKeys.push(request.headers()['idempotency-key']);
  });
  const dialog = page.getByRole('alertdialog', { name: 'Confirm your password' });
  const deleteUser = async () => {
    await page.getByRole('button', { name: `Delete ${stu.name}` }).click();
    await page.getByRole('button', { name: 'Yes, delete it!' }).click();
    await dialog.getByText('this action needs a recent sign-in').waitFor();
    await dialog.getByText(`You are signed in as ${ada.email}`).waitFor();
    await expect.poll(() => focusedName(page)).toBe('Your password');
  };

  await deleteUser();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => focusedText(page)).toContain('Delete');
  await row.waitFor();
  expect(idempotencyKeys).toHaveLength(1);

  await deleteUser();
  await page.keyboard.type('not my password');
  await page.keyboard.press('Enter');
  await dialog.getByText('Wrong password. Try again.').waitFor();
  expect(await inspectAccessibility(page)).toEqual([]);
  await expect.poll(() => focusedName(page)).toBe('Your password');
  await page.keyboard.type(ada.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Deleted!' }).waitFor();
  await expect.poll(() => focusedText(page)).toBe('OK');
  await page.keyboard.press('Enter');
  await row.waitFor({ state: 'detached' });
  expect(idempotencyKeys).toHaveLength(3);
  expect(new Set(idempotencyKeys).size).toBe(1);
});

test('an admin with an old sign-in cannot give the role Admin after too many wrong passwords', async ({
  visitAs,
}) => {
  const ada = createPerson('Admin');
  const stu = createPerson('Student');
  for (const person of [ada, stu]) await registerUser({ url: productUrl() }, person);
  const page = await visitAs(ada, '/users');
  await page.getByLabel('Filter by name or e-mail').fill(stu.email);
  await ageSignIn(page);
  const guess = () => fetchToken({ url: productUrl() }, { ...ada, password: 'a guess' }).catch(String);
  await expect.poll(guess).toContain('TOO_MANY_ATTEMPTS');

  const change = async (userType: string) => {
    await page.getByRole('button', { name: `Role of ${stu.name}` }).click();
    await page.getByLabel(`New role of ${stu.name}`).selectOption(userType);
    await page.getByRole('button', { name: 'Change', exact: true }).click();
  };
  await change('Admin');
  await page.getByRole('button', { name: 'Yes, change the role' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Confirm your password' });
  await dialog.getByLabel('Your password').fill(ada.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('alert').getByText('Too many attempts. Wait a few minutes').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('table', { name: 'Students' }).getByText(stu.email).waitFor();
  // Other roles need no password.
  await change('Instructor');
  await page.getByRole('table', { name: 'Instructors' }).getByText(stu.email).waitFor();
  // The row with the pressed button has left the table of students, so the heading of that table has the focus.
  await expect.poll(() => focusedText(page)).toMatch(/^Students/);
});

test('user tables sort, filter, export CSV, and turn into cards on a phone', async ({ visitAs }) => {
  const ada = createPerson('Admin');
  await registerUser({ url: productUrl() }, ada);
  const page = await visitAs(ada, '/users');
  const table = page.getByRole('table', { name: 'Admins' });
  const readNames = () => table.locator('tbody tr td:nth-child(2)').allInnerTexts();
  const heading = table.getByRole('columnheader', { name: 'Name' });
  await heading.waitFor();
  const columns = await table.getByRole('columnheader').allInnerTexts();
  expect(columns).toEqual(['#', 'Name', 'Email', 'Image', 'Action']);

  await heading.getByRole('button').click();
  await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending');
  // The previous order remains visible until the server has answered.
  await expect
    .poll(async () => {
      const folded = (await readNames()).map(foldText);
      return folded.every((name, index) => name === folded.toSorted()[index]);
    })
    .toBe(true);
  const ascending = await readNames();
  await heading.getByRole('button').click();
  await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending');
  await expect.poll(readNames).toEqual(ascending.toReversed());

  await page.getByLabel('Filter by name or e-mail').fill(ada.email);
  await expect.poll(readNames).toEqual([ada.name]);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV of Admins' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('admins.csv');
  expect(await readFile(await file.path(), 'utf8')).toBe(
    `\uFEFFName,Email,Image\r\n${ada.name},${ada.email},${ada.imageUrl}\r\n`,
  );

  await page.setViewportSize({ width: 1000, height: 800 });
  const card = page.getByRole('list', { name: 'Admins' }).getByRole('listitem');
  await card.waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  // The e-mail address does not break within its domain.
  const domain = card.getByText('@example.org', { exact: true });
  const lineHeight = 21;
  const height = await domain.evaluate((element) => element.getBoundingClientRect().height);
  expect(height).toBeLessThan(1.5 * lineHeight);
  expect(await page.getByRole('table').count()).toBe(0);
});
