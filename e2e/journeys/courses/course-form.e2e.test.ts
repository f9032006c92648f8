import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addCourse, courseBody, registerUser, sendCommand } from '#e2e/support/api-calls.ts';
import { delayPageCode } from '#e2e/support/browser/delay-page-code.ts';
import { followPath } from '#e2e/support/browser/follow-path.ts';
import { focusedName } from '#e2e/support/browser/keyboard.ts';
import { fetchWithRetry } from '#e2e/support/fetch-with-retry.ts';
import { productUrl, test } from '#e2e/support/journey.ts';
import { createPerson } from '#e2e/support/person.ts';
import { demoAccountOf } from '#local/demo-school/accounts.ts';

const fillCourse = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel('Course name').fill(name);
  await page.getByLabel('Course code').selectOption('CSE');
  await page.getByLabel('Category').selectOption('Engineering');
  await page.getByPlaceholder('e.g., 3-4 years').fill('3-4 years');
  await page.getByPlaceholder('out of 10').fill('7');
  await page.getByLabel('Instructor').fill('Ada Lovelace');
  await page.getByLabel('Price').fill('120.50');
  await page.getByLabel('Image URL').fill('/people/portrait-1.svg');
  await page.getByLabel('Details').fill('From counting to computing.');
};

type ListedCourse = { _id: string; course_name: string; price: number; details: string };
const findCourses = async (name: string): Promise<ListedCourse[]> => {
  const answer = await fetchWithRetry(`${productUrl()}/courses?searchParams=${encodeURIComponent(name)}`, {});
  const found = (await answer.json()) as ListedCourse[];
  return found.filter((course) => course.course_name === name);
};

test('a double click adds only one course; a popup on the next page confirms it, and a visitor sees the course appear', async ({
  browse,
}) => {
  const visitor = await browse('/allCourses');
  const admin = await browse('/addCourse', 'Admin');
  const name = `Computing ${randomUUID().slice(0, 8)}`;
  await fillCourse(admin, name);
  await delayPageCode(admin, 'catalogue-page');
  await admin.getByRole('button', { name: 'Add Course' }).dblclick();
  const popup = admin.getByRole('alertdialog');
  await popup.getByRole('heading', { name: 'Success!!!' }).waitFor();
  await popup.getByText('Course added successfully', { exact: true }).waitFor();
  expect(await admin.locator('main h1').textContent()).toBe('All Courses');
  await popup.getByRole('button', { name: 'Cool' }).click();
  await admin.waitForURL('**/allCourses');
  await visitor.getByRole('heading', { name }).waitFor();
  await expect.poll(() => findCourses(name)).toHaveLength(1);
});

test('the search for a teacher keeps its place and the focus when it finds only one, and when its text is deleted', async ({
  browse,
}) => {
  const admin = await browse('/about', 'Admin');
  // The form offers the search if there are more teachers than fit on one page of the directory.
  await admin.route('**/directory?*', (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '1');
    return route.continue({ url: url.href });
  });
  await followPath(admin, '/addCourse');
  const search = admin.getByLabel('Find a teacher');
  const { name, email } = demoAccountOf('Instructor');
  await search.fill(email);
  const listTeachers = () => admin.getByLabel('Taught by').locator('option').allTextContents();
  const found = ['No instructor account', `${name} · ${email}`];
  await expect.poll(listTeachers).toEqual(found);
  await search.press('ControlOrMeta+a');
  await search.press('Delete');
  await expect.poll(listTeachers).not.toEqual(found);
  expect(await focusedName(admin)).toBe('Find a teacher');
});

test('a retry after a lost answer does not add a second course, and leaves the Admin on the page that they have opened in the meantime', async ({
  browse,
}) => {
  const admin = await browse('/addCourse', 'Admin');
  const name = `Lost lines ${randomUUID().slice(0, 8)}`;
  await fillCourse(admin, name);
  let attempts = 0;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await admin.route('**/courses', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    attempts += 1;
    if (attempts > 1) {
      await held;
      return route.continue();
    }
    await route.fetch();
    return route.abort('connectionreset');
  });
  await admin.getByRole('button', { name: 'Add Course' }).click();
  await expect.poll(() => attempts).toBeGreaterThan(1);
  await followPath(admin, '/about');
  release();
  await admin.getByText('Course added successfully', { exact: true }).waitFor();
  await expect.poll(() => findCourses(name)).toHaveLength(1);
  expect(await admin.getByRole('alertdialog').count()).toBe(0);
  expect(new URL(admin.url()).pathname).toBe('/about');
});

test('after a lost answer, a changed form adds a second course only if the user chooses to, and a reload keeps the choice', async ({
  browse,
}) => {
  const admin = await browse('/addCourse', 'Admin');
  const name = `Twice ${randomUUID().slice(0, 8)}`;
  await fillCourse(admin, name);
  await admin.route(
    '**/courses',
    async (route) => {
      await route.fetch();
      // The server adds the course, but the client gets an error. Without any answer, the client would send the command
      // again automatically.
      const problem = { type: 'about:blank', title: 'Lost.', status: 400, code: 'invalid-input' };
      await route.fulfill({
        status: 400,
        contentType: 'application/problem+json',
        json: { ...problem, detail: 'Lost.', requestId: randomUUID() },
      });
    },
    { times: 1 },
  );
  const add = admin.getByRole('button', { name: 'Add Course' });
  await add.click();
  await admin.getByText('The course could not be added.').waitFor();
  await admin.getByLabel('Details').fill('Another course.');
  await add.click();
  const addAnother = admin.getByRole('button', { name: 'Add as another course' });
  await addAnother.waitFor();
  await expect.poll(() => findCourses(name)).toHaveLength(1);
  await addAnother.click();
  await admin.reload();
  await admin.getByText('Draft restored').waitFor();
  await add.click();
  await admin.getByText('Course added successfully', { exact: true }).waitFor();
  await expect.poll(() => findCourses(name)).toHaveLength(2);
});

test('marks each field that is empty or invalid, and keeps the input as a draft until a logout', async ({
  visitAs,
}) => {
  const admin = await visitAs('Admin', '/addCourse');
  await admin.getByLabel('Details').fill('Kept.');
  await admin.getByLabel('Price').fill('cheap');
  await admin.getByRole('button', { name: 'Add Course' }).click();
  await admin.getByText('Course name is required.', { exact: true }).waitFor();
  await admin.getByText('Price must be a number.', { exact: true }).waitFor();
  await admin.getByText('Choose a course code.', { exact: true }).waitFor();
  await admin.getByText('Choose a category.', { exact: true }).waitFor();
  expect(await admin.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('course_name');
  expect(await admin.getByLabel('Details').inputValue()).toBe('Kept.');

  // The input is kept as a draft. The draft survives a reload until it is discarded, and a logout asks about it.
  await admin.getByLabel('Category').selectOption('Engineering');
  await admin.reload();
  await admin.getByRole('status').getByText('Draft restored').waitFor();
  expect(await admin.getByLabel('Details').inputValue()).toBe('Kept.');
  expect(await admin.getByLabel('Category').inputValue()).toBe('Engineering');
  await admin.getByRole('button', { name: 'Discard draft' }).click();
  await expect.poll(() => admin.getByLabel('Details').inputValue()).toBe('');
  await admin.reload();
  await admin.getByLabel('Course name').fill('Half a course');
  expect(await admin.getByText('Draft restored').count()).toBe(0);
  await admin.getByRole('link', { name: 'All Courses', exact: true }).first().click();
  await admin.getByRole('heading', { name: /^Total Courses/ }).waitFor();
  await admin.goBack();
  await admin.getByText('Draft restored').waitFor();
  expect(await admin.getByLabel('Course name').inputValue()).toBe('Half a course');
  await admin.getByRole('button', { name: 'Logout' }).click();
  const question = admin.getByRole('alertdialog', { name: '1 change has not been sent yet' });
  await question.getByText('Unsaved new course: ‘Half a course’').waitFor();
  await question.getByRole('button', { name: 'Discard and log out' }).click();
  await admin.waitForURL('**/auth/login');
  const stored = await admin.evaluate(() => Object.keys(sessionStorage));
  expect(stored.filter((key) => key.startsWith('lyceum-'))).toEqual([]);
});

test('if two admins edit a course, the second one resolves the conflict field by field', async ({
  visitAs,
}) => {
  const first = await visitAs('Admin', '/addCourse');
  const name = `Two pens ${randomUUID().slice(0, 8)}`;
  await fillCourse(first, name);
  await first.getByRole('button', { name: 'Add Course' }).click();
  await first.getByRole('button', { name: 'Cool' }).click();
  await expect.poll(() => findCourses(name)).toHaveLength(1);
  const id = (await findCourses(name))[0]?._id;
  const second = await visitAs('Admin', `/updateCourse/${id}`);
  await second.getByLabel('Price').fill('99');

  await first.goto(`${productUrl()}/updateCourse/${id}`);
  await first.getByLabel('Price').fill('150');
  await first.getByLabel('Details').fill('Their details.');
  await first.getByRole('button', { name: 'Update Course' }).click();
  const popup = first.getByRole('alertdialog');
  await popup.getByRole('heading', { name: 'Success!' }).waitFor();
  await popup.getByText('Course updated successfully', { exact: true }).waitFor();
  await popup.getByRole('button', { name: 'Cool' }).click();
  await first.waitForURL(`${productUrl()}/`);

  await second
    .getByText(/^Somebody changed this course while you were editing it: Price and Details/)
    .waitFor();
  expect(await second.getByLabel('Price').inputValue()).toBe('99');
  await second.getByRole('button', { name: 'Update Course' }).click();
  await second.getByText(/Choose above which version to keep/).waitFor();
  await second.getByRole('button', { name: 'Show their version' }).click();
  // Pressed buttons disappear. The focus moves to what is left of the banner, and finally to the heading.
  await second.getByRole('button', { name: 'Use theirs for Details' }).press('Enter');
  expect(await focusedName(second)).toBe('Changed by somebody else');
  await second.getByRole('button', { name: 'Keep mine for Price' }).press('Enter');
  expect(await second.locator('h1:focus').textContent()).toBe('Update Course');
  await second.getByRole('button', { name: 'Update Course' }).click();
  await second.getByText('Course updated successfully', { exact: true }).waitFor();
  await expect.poll(() => findCourses(name)).toMatchObject([{ price: 99, details: 'Their details.' }]);
});

const addCourseAsAdmin = async (name: string) => {
  const admin = createPerson('Admin');
  const product = { url: productUrl() };
  const token = await registerUser(product, admin);
  const id = await addCourse(product, token, name);
  const edit = (path: string, body: object) =>
    sendCommand(product, token, 'PUT', `/courses/${id}${path}`, body);
  /**
   * Edits the course and waits until the server answers with the edit. A page whose edit is refused, but that cannot get the other edit
   * within two seconds, shows a message other than the one about a conflict.
   */
  const editReadably = async (path: string, body: object) => {
    const { position } = await edit(path, body);
    const headers = { accept: 'application/json', 'await-log-position': `${position}` };
    const read = () => fetch(`${product.url}/courses/${id}`, { headers });
    await expect.poll(async () => (await read()).headers.has('log-stale')).toBe(false);
  };
  const remove = () => sendCommand(product, token, 'DELETE', `/courses/${id}`);
  return { id, edit, editReadably, remove };
};

test('an edit is refused if another Admin’s edit was saved just before, and the user decides which one to keep, unless the course is removed', async ({
  visitAs,
}) => {
  const name = `Just before ${randomUUID().slice(0, 8)}`;
  const { id, edit, editReadably, remove } = await addCourseAsAdmin(name);
  const page = await visitAs('Admin', `/updateCourse/${id}`);
  await page.getByLabel('Price').fill('99');
  let isFirstAttempt = true;
  await page.route(`**/courses/${id}`, async (route) => {
    if (route.request().method() === 'PUT' && isFirstAttempt) {
      isFirstAttempt = false;
      await editReadably('', { ...courseBody(name), price: 150 });
    }
    return route.continue();
  });
  const update = page.getByRole('button', { name: 'Update Course' });
  await update.click();
  await page.getByText(/Choose above which version to keep/).waitFor();
  await expect.poll(() => focusedName(page)).toBe('Changed by somebody else');
  expect(await page.getByLabel('Price').inputValue()).toBe('99');
  await expect.poll(() => findCourses(name)).toMatchObject([{ price: 150 }]);
  // While the user types, the price briefly equals the other Admin's. The conflict that returns does not take the focus.
  await page.getByLabel('Price').fill('');
  await page.getByLabel('Price').pressSequentially('1500.50');
  expect(await page.getByLabel('Price').inputValue()).toBe('1500.50');
  expect(await page.getByText(/Choose above which version to keep/).count()).toBe(0);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await update.click();
  await page.getByText('Course updated successfully', { exact: true }).waitFor();
  await expect.poll(() => findCourses(name)).toMatchObject([{ price: 1500.5 }]);

  // If the course is removed, there is nothing left to choose. The button leads to the notice that says so.
  await page.getByRole('button', { name: 'Cool' }).press('Enter');
  await page.waitForURL(`${productUrl()}/`);
  await followPath(page, `/updateCourse/${id}`);
  await page.getByLabel('Price').fill('98');
  await edit('', { ...courseBody(name), price: 160 });
  await page.getByText(/^Somebody changed this course while you were editing it: Price/).waitFor();
  await remove();
  await page.getByText('This course was removed while you were editing it.').waitFor();
  await update.press('Enter');
  expect(await focusedName(page)).toMatch(/^This course was removed while you were editing it\./);
  expect(await page.getByText(/Choose above which version to keep/).count()).toBe(0);
});

test('a late answer to an edit of the videos does not hide another Admin’s newer edit', async ({
  visitAs,
}) => {
  const name = `Late ${randomUUID().slice(0, 8)}`;
  const { id, edit } = await addCourseAsAdmin(name);
  const page = await visitAs('Admin', `/courseVideos/${id}`);
  const fieldOf = (module: number) => page.getByLabel(`Module ${module}`, { exact: true });
  for (const module of [1, 2, 3, 4, 5]) await fieldOf(module).fill(`/clips/phy/${module}.webm`);
  // The page cannot fetch the course again. It must show the newer edit from the live updates alone.
  await page.route(`**/courses/${id}`, (route) => route.fulfill({ status: 500 }));
  await page.route(`**/courses/${id}/videos`, async (route) => {
    const response = await route.fetch();
    await edit('/videos', { videos: [1, 2, 3, 4, 5].map((module) => `/clips/his/${module}.webm`) });
    // The new name shows that the live update about the videos has also arrived.
    await edit('', courseBody(`${name} II`));
    await page.getByRole('link', { name: `${name} II` }).waitFor();
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Save videos' }).click();
  await page.getByText('Videos saved.', { exact: true }).waitFor();
  await expect.poll(() => fieldOf(5).inputValue()).toBe('/clips/his/5.webm');
});

test('an edit whose answer was lost is not a conflict, even if the server has changed its spaces and numbers', async ({
  visitAs,
}) => {
  const name = `Lost edit ${randomUUID().slice(0, 8)}`;
  const { id, edit, editReadably } = await addCourseAsAdmin(name);
  const page = await visitAs('Admin', `/updateCourse/${id}`);
  await page.getByLabel('Course name').fill(`${name} II `);
  await page.getByLabel('Price').fill('99.50');
  await page.getByLabel('Details').fill('An empty line follows.\n');
  await page.route(`**/courses/${id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  const update = page.getByRole('button', { name: 'Update Course' });
  await update.click();
  await page.getByText('The course could not be updated.').waitFor();
  await page.getByRole('main').getByText(`${name} II`, { exact: true }).waitFor();
  expect(await page.getByText('Somebody changed this course').count()).toBe(0);
  // The live update about the lost edit has arrived, so a different value for the same field is not a conflict either.
  await page.getByLabel('Price').fill('98');
  await page.unroute(`**/courses/${id}`);
  await update.click();
  await page.getByText('Course updated successfully', { exact: true }).waitFor();
  await expect.poll(() => findCourses(`${name} II`)).toMatchObject([{ price: 98 }]);

  await page.goto(`${productUrl()}/courseVideos/${id}`);
  for (const module of [1, 2, 3, 4, 5])
    await page.getByLabel(`Module ${module}`, { exact: true }).fill(` /clips/phy/${module}.webm`);
  await page.route(`**/courses/${id}/videos`, async (route) => {
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Save videos' }).click();
  await page.getByText('The videos could not be saved.').waitFor();
  await edit('', courseBody(`${name} III`));
  await page.getByRole('link', { name: `${name} III` }).waitFor();
  const conflict = page.getByText('Somebody else changed the videos');
  expect(await conflict.count()).toBe(0);
  const fourth = page.getByLabel('Module 4', { exact: true });
  await fourth.fill('/clips/phy/5.webm');
  expect(await conflict.count()).toBe(0);

  // Another Admin's edit is a conflict. The message about the refusal disappears after the choice.
  await page.unroute(`**/courses/${id}/videos`);
  await page.route(
    `**/courses/${id}/videos`,
    async (route) => {
      await editReadably('/videos', {
        videos: [1, 2, 3, 4, 5].map((module) => `/clips/his/${module}.webm`),
      });
      return route.continue();
    },
    { times: 1 },
  );
  const save = page.getByRole('button', { name: 'Save videos' });
  await save.click();
  await conflict.waitFor();
  await expect.poll(() => focusedName(page)).toBe('Changed by somebody else');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByText('The videos could not be saved.').waitFor({ state: 'detached' });
  expect(await fourth.inputValue()).toBe('/clips/phy/5.webm');
  await save.click();
  await page.getByText('Videos saved.', { exact: true }).waitFor();
});
