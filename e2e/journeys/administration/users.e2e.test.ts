import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { registerUser } from '#e2e/support/api-calls.ts';
import { productUrl, signIn, test } from '#e2e/support/journey.ts';
import { createPerson, registerInBrowser } from '../../support/person.ts';

test('an admin sees new users appear, changes a role and removes a user, whose own pages follow', async ({
  visit,
  visitAs,
}) => {
  const [ada, stu] = [createPerson('Admin', 'Admin'), createPerson('Student', 'Student')];
  await registerUser({ url: productUrl() }, ada);
  const admin = await visitAs(ada, '/users');
  await admin.getByRole('heading', { name: 'User Management Dashboard' }).waitFor();
  for (const group of ['Students', 'Instructors', 'Admins'])
    await admin.getByRole('heading', { name: group }).waitFor();

  const student = await visit('/');
  await registerInBrowser(student, stu);
  await admin.getByLabel('Filter by name or e-mail').fill(stu.email);
  await admin.getByRole('table', { name: 'Students' }).getByText(stu.email).waitFor();

  await signIn(student, stu);
  await student.goto(`${productUrl()}/users`);
  await student.getByText('403', { exact: true }).waitFor();

  await admin.getByRole('button', { name: `Role of ${stu.name}` }).click();
  await admin.getByLabel(`New role of ${stu.name}`).selectOption('Admin');
  await admin.getByRole('button', { name: 'Change', exact: true }).click();
  await admin.getByRole('button', { name: 'Yes, change the role' }).click();
  await admin.getByRole('table', { name: 'Admins' }).getByText(stu.email).waitFor();
  await student.getByRole('heading', { name: 'User Management Dashboard' }).waitFor();

  await admin.getByRole('button', { name: `Delete ${stu.name}` }).click();
  const dialog = admin.getByRole('alertdialog');
  await dialog.getByRole('heading', { name: 'Are you sure?' }).waitFor();
  await dialog.getByText("You won't be able to revert this!", { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Yes, delete it!' }).click();
  await dialog.getByRole('heading', { name: 'Deleted!' }).waitFor();
  await dialog.getByText('User deleted successfully', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect.poll(() => admin.getByRole('cell', { name: stu.email }).count()).toBe(0);

  await student.getByText(/Your account was removed/).waitFor();
  await student.waitForURL('**/auth/login');
});

test('cancelling a removal removes no user', async ({ visitAs }) => {
  const ada = createPerson('Admin');
  await registerUser({ url: productUrl() }, ada);
  const page = await visitAs(ada, '/users');
  await page.getByRole('button', { name: `Delete ${ada.name}` }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await page.getByRole('cell', { name: ada.email }).waitFor();
});

test('user tables sort, filter, export CSV, and turn into cards on a phone', async ({ visitAs }) => {
  const ada = createPerson('Admin');
  await registerUser({ url: productUrl() }, ada);
  const page = await visitAs(ada, '/users');
  const table = page.getByRole('table', { name: 'Admins' });
  const names = () => table.locator('tbody tr td:nth-child(2)').allInnerTexts();
  const heading = table.getByRole('columnheader', { name: 'Name' });
  await heading.waitFor();
  const columns = await table.getByRole('columnheader').allInnerTexts();
  expect(columns).toEqual(['#', 'Name', 'Email', 'Image', 'Action']);

  await heading.getByRole('button').click();
  await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending');
  const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const ascending = await names();
  expect(ascending).toEqual(ascending.toSorted(compare));
  await heading.getByRole('button').click();
  await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending');
  await expect.poll(names).toEqual(ascending.toReversed());

  await page.getByLabel('Filter by name or e-mail').fill(ada.email);
  await expect.poll(names).toEqual([ada.name]);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV of Admins' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('admins.csv');
  expect(await readFile(await file.path(), 'utf8')).toBe(
    `\uFEFFName,Email,Image\r\n${ada.name},${ada.email},${ada.imageUrl}\r\n`,
  );

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('list', { name: 'Admins' }).getByText(ada.email).waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
});
