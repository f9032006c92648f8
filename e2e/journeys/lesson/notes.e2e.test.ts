import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { enrolAndStart, registerUser } from '#e2e/support/api-calls.ts';
import { inspectAccessibility } from '#e2e/support/browser/accessibility.ts';
import { breakStorage } from '#e2e/support/browser/break-storage.ts';
import { focusedText } from '#e2e/support/browser/keyboard.ts';
import { waitUntilLive } from '#e2e/support/browser/wait-until-live.ts';
import { type PageFixtures, productUrl, test } from '#e2e/support/journey.ts';
import { createPerson } from '#e2e/support/person.ts';

const isPost = (route: Route) => route.request().method() === 'POST';

/** Opens a lesson of Plain English as a new student, and My Notes in a second tab. */
const openNotes = async (visitAs: PageFixtures['visitAs']) => {
  const student = createPerson('Student');
  const product = { url: productUrl() };
  const token = await registerUser(product, student);
  const id = await enrolAndStart(product, token, 'Plain English');
  const page = await visitAs(student, `/learn-course/${id}`);
  const other = await page.context().newPage();
  await other.goto(`${productUrl()}/myNotes`);
  await waitUntilLive(other);
  await other.getByText('You have no notes yet.').waitFor();
  const lesson = page.getByRole('tabpanel', { name: 'Notes' });
  const field = lesson.getByLabel('Your note');
  await field.waitFor();
  const save = lesson.getByRole('button', { name: 'Save note' });
  const readTexts = async (tab: Page) =>
    (await tab.getByRole('main').locator('li p.whitespace-pre-wrap').allInnerTexts()).filter(Boolean);
  return { page, other, id, lesson, field, save, readTexts };
};

test('a note survives a reload, a lost answer, a lost connection and a server error, and the palette finds it', async ({
  visitAs,
}) => {
  const { page, other, id, lesson, field, save, readTexts } = await openNotes(visitAs);
  await save.press('Enter');
  await lesson.getByText('Note is required.').waitFor();
  await field.fill('The subject comes\nbefore the verb.');
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe('The subject comes\nbefore the verb.');
  await lesson.getByText('Module 1 · 0:00', { exact: true }).waitFor();
  await save.dblclick();
  await page.getByText('Note Submitted!', { exact: true }).waitFor();
  await expect.poll(() => field.inputValue()).toBe('');
  expect(await lesson.getByText('Note is required.').count()).toBe(0);
  await expect.poll(() => readTexts(other)).toEqual(['The subject comes\nbefore the verb.']);
  await other.getByRole('heading', { name: 'Plain English' }).waitFor();
  await other.getByRole('main').getByText('ENG', { exact: true }).last().waitFor();

  // The server saves the note, but its answer is lost.
  let isAnswerLost = false;
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    isAnswerLost = true;
    await route.abort();
  };
  await page.route('**/notes', loseAnswer, { times: 1 });
  await field.fill('Short words work.');
  await field.press('Control+Enter');
  await expect
    .poll(() => readTexts(other))
    .toEqual(['Short words work.', 'The subject comes\nbefore the verb.']);
  await expect.poll(() => readTexts(page)).toEqual(await readTexts(other));

  expect(isAnswerLost).toBe(true);

  // Only saved notes can be edited. The second one is saved once the request is repeated.
  await expect.poll(() => lesson.getByRole('button', { name: /^Edit/ }).count()).toBe(2);

  // Offline, the note waits on the page and is sent after the reconnect.
  await page.context().setOffline(true);
  await field.fill('Ångström is a name, and a length.');
  await field.press('Control+Enter');
  await lesson.getByText('Waiting to sync', { exact: true }).waitFor();
  expect(await field.inputValue()).toBe('');
  // A logout sends the note first. "Stay logged in" stops the logout, even if the note is being sent. Either tab may send the outbox.
  await page.getByRole('button', { name: 'Logout' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: /not been sent yet/ });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await question.getByRole('button', { name: 'Send, then log out' }).waitFor();
  await page.context().route('**/notes', (route) => held.then(() => route.continue()));
  await page.context().setOffline(false);
  await question.getByRole('button', { name: 'Send, then log out' }).press('Enter');
  await question.getByRole('button', { name: 'Stay logged in' }).press('Enter');
  await question.waitFor({ state: 'detached' });
  release();
  await expect.poll(() => readTexts(other).then((all) => all.length)).toBe(3);
  await page.context().unroute('**/notes');
  // The note is listed while it is being sent, but can be edited only once it is saved.
  await expect.poll(() => lesson.getByRole('button', { name: /^Edit/ }).count()).toBe(3);

  // The server fails to save the note: the input stays, even after a reload, and can be sent again. The route is set for the
  // whole context, because either tab may send the outbox.
  await page
    .context()
    .route('**/notes', (route) =>
      isPost(route) ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
  await field.fill('Read it aloud.');
  // Typing inserts a row above the button, so the button moves. A click could miss it, but a key press cannot.
  await save.press('Enter');
  await lesson.getByText('Not saved.').waitFor();
  // The identity provider is overloaded while the page loads. That does not end the session. The end of a session would remove the note.
  const overloaded = (route: Route) => route.fulfill({ status: 503, body: 'UNAVAILABLE' });
  await page.route('**/accounts:lookup?*', overloaded, { times: 1 });
  await page.reload();
  await lesson.getByText('Not saved.').waitFor();
  expect((await readTexts(page))[0]).toBe('Read it aloud.');
  // "Edit" moves the text back into the form, even while the form shows its preview.
  await field.fill('Or not.');
  await lesson.getByRole('radio', { name: 'Preview' }).press('Space');
  await lesson.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
  await lesson.getByText('Not saved.').waitFor({ state: 'detached' });
  expect(await field.evaluate((area) => area === document.activeElement)).toBe(true);
  expect(await field.inputValue()).toBe('Read it aloud.\n\nOr not.');
  await field.fill('Read it aloud.');
  await page.keyboard.press('Control+Enter');
  await lesson.getByText('Not saved.').waitFor();
  await page.context().unroute('**/notes');
  // If the browser's storage fails, the page says so.
  const repairStorage = await breakStorage(page);
  await lesson.getByRole('button', { name: 'Discard' }).press('Enter');
  await page.getByText('The change could not be discarded.').waitFor();
  await repairStorage();
  await lesson.getByRole('button', { name: 'Try again' }).press('Enter');
  await lesson.getByText('Not saved.').waitFor({ state: 'detached' });
  expect(await focusedText(page)).toBe('Notes for this course');
  const all = [
    'Read it aloud.',
    'Ångström is a name, and a length.',
    'Short words work.',
    'The subject comes\nbefore the verb.',
  ];
  await expect.poll(() => readTexts(other)).toEqual(all);
  await expect.poll(() => readTexts(page)).toEqual(all);

  // The palette finds the note, the quiz and the next module.
  const search = async (text: string, result: RegExp) => {
    await other.keyboard.press('Control+k');
    await other.getByPlaceholder('Search or jump to…').fill(text);
    await other.getByRole('option', { name: result }).click();
  };
  await search('VERB before', /^The subject comes before the verb\. Plain English$/);
  await other.waitForURL('**/myNotes?search=VERB+before');
  await expect.poll(() => readTexts(other)).toEqual([all.at(-1)]);
  await search('english quiz', /^Quiz: Plain English/);
  await other.getByRole('button', { name: 'Start Quiz' }).waitFor();
  // The groups of results appear one after another. The first result of the whole list is selected.
  await other.keyboard.press('Control+k');
  const results = other.getByRole('option');
  await other.getByPlaceholder('Search or jump to…').fill('english');
  await results.filter({ hasText: 'Quiz: Plain English' }).waitFor();
  await results.filter({ hasText: /^Plain English/ }).waitFor();
  await expect.poll(() => results.first().getAttribute('aria-selected')).toBe('true');
  await other.keyboard.press('Enter');
  await other.getByRole('heading', { level: 1, name: 'Plain English' }).waitFor();
  await search('bookmarks', /^Bookmarks$/);
  await other.waitForURL('**/bookmarks');
  await search('dark theme', /^Use the dark theme$/);
  await other.waitForSelector('html[data-theme=dark]');
  await search('resume', /^Resume module 1 Plain English$/);
  await other.waitForURL(`**/learn-course/${id}*`);
  // Students cannot find other people.
  await other.keyboard.press('Control+k');
  await other.getByPlaceholder('Search or jump to…').fill('emma kowalska');
  await other.getByRole('status').getByText('No results for “emma kowalska”.').waitFor();
});

test('notes are searched, edited, removed, restored and formatted in two tabs, and link back to their lesson', async ({
  visitAs,
}) => {
  const { page, other, id, lesson, field, readTexts } = await openNotes(visitAs);
  for (const text of ['The émigré’s long sentence.', 'A short one.', 'Cut it in two.']) {
    await field.fill(text);
    await field.press('Control+Enter');
    await lesson.getByText(text, { exact: true }).waitFor();
  }
  await expect
    .poll(() => readTexts(other))
    .toEqual(['Cut it in two.', 'A short one.', 'The émigré’s long sentence.']);

  const main = other.getByRole('main');
  const search = main.getByLabel('Search notes');
  await search.fill('EMIGRE english');
  await main.getByRole('status').getByText('1 of 3 notes', { exact: true }).waitFor();
  await expect.poll(() => main.locator('li mark').allInnerTexts()).toEqual(['English', 'émigré']);
  await other.waitForURL('**/myNotes?search=EMIGRE+english');
  await search.fill('nothing of the kind');
  await main.getByText('No matching notes.').waitFor();
  await main.getByRole('button', { name: 'Show all notes' }).press('Enter');
  expect(await focusedText(other)).toBe('My Notes');
  await main.getByRole('status').getByText('3 notes', { exact: true }).waitFor();

  // If an edit is refused, its text returns to the editor. If it is saved, the other tab shows it.
  const card = main.getByRole('listitem').filter({ hasText: 'A short one.' });
  await card.getByRole('button', { name: /^Edit/ }).press('Enter');
  const editor = main.getByLabel('Your note');
  await expect.poll(() => editor.evaluate((area) => area === document.activeElement)).toBe(true);
  await editor.fill('A shorter one.');
  await other.route('**/notes/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await editor.press('Control+Enter');
  await main.getByText('The note could not be saved.').waitFor();
  expect(await editor.inputValue()).toBe('A shorter one.');
  expect(await inspectAccessibility(other)).toEqual([]);
  await other.unroute('**/notes/*');
  await editor.press('Control+Enter');
  await editor.waitFor({ state: 'detached' });
  await lesson.getByText('A shorter one.', { exact: true }).waitFor();

  // A note that is removed in another tab while it is edited can be restored with the edit.
  await main
    .getByRole('listitem')
    .filter({ hasText: 'Cut it in two.' })
    .getByRole('button', { name: /^Edit/ })
    .click();
  await editor.fill('Cut it in three.');
  // The answer to the removal is late. Meanwhile the student begins the next note, and its field keeps the focus. Either tab may send the outbox.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.context().route('**/notes/*', (route) => held.then(() => route.continue()));
  const inLesson = lesson.getByRole('listitem').filter({ hasText: 'Cut it in two.' });
  await inLesson.getByRole('button', { name: /^Remove/ }).press('Enter');
  await field.focus();
  release();
  await page.getByText('Note removed.', { exact: true }).waitFor();
  await page.context().unroute('**/notes/*');
  await page.keyboard.type('kj');
  expect(await field.inputValue()).toBe('kj');
  await field.fill('');
  await main
    .getByText('This note was removed in another tab or on another device.', { exact: false })
    .waitFor();
  await main.getByRole('button', { name: 'Restore and save' }).click();
  await expect
    .poll(() => readTexts(page))
    .toEqual(['Cut it in three.', 'A shorter one.', 'The émigré’s long sentence.']);

  // A removal can be undone.
  await main
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await other.getByRole('button', { name: 'Undo' }).click();
  await other.getByText('Note restored.', { exact: true }).waitFor();
  await expect.poll(() => readTexts(page).then((all) => all[0])).toBe('Cut it in three.');
  expect(await inspectAccessibility(page)).toEqual([]);

  // A note is written in Markdown, with a preview. HTML in it is shown as text. A saved file contains the note as it was written.
  const formatted = '# Verbs\n**Strong** ones and <b>tags</b>\n- [help](https://school.example/)';
  await field.fill(formatted);
  await lesson.getByRole('radio', { name: 'Preview' }).press('Space');
  const preview = lesson.getByRole('region', { name: 'Preview of your note' });
  await preview.getByRole('heading', { name: 'Verbs' }).waitFor();
  expect(await inspectAccessibility(page)).toEqual([]);
  await lesson.getByRole('radio', { name: 'Write' }).press('Space');
  expect(await field.inputValue()).toBe(formatted);
  // A note can be saved from its preview. The next one is written in the text area, which has the focus.
  await lesson.getByRole('radio', { name: 'Preview' }).press('Space');
  await lesson.getByRole('button', { name: 'Save note' }).press('Enter');
  await field.waitFor();
  await page.keyboard.type('look');
  expect(await field.inputValue()).toBe('look');
  await field.fill('');
  const shown = main.getByRole('listitem').filter({ hasText: 'Verbs' }).first();
  expect(await shown.locator('strong').textContent()).toBe('Strong');
  await shown.getByText('ones and <b>tags</b>').waitFor();
  const link = shown.getByRole('link', { name: 'help' });
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
  const [download] = await Promise.all([
    other.waitForEvent('download'),
    main.getByRole('button', { name: 'Save all as Markdown' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Lyceum-notes.md');
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toMatch(/^# ENG Plain English\n/);
  expect(file).toContain(formatted);

  // The address of an old link may name a course without notes. In that case all notes are shown, and the filter says so.
  await other.goto(new URL('/myNotes?course=00000000-0000-4000-8000-000000000000', other.url()).href);
  await main.getByRole('status').getByText('4 notes', { exact: true }).waitFor();

  // A long note is shown whole if the search finds something after its excerpt, until the user collapses it.
  await field.fill(`${'A long note about many things. '.repeat(30)}The zenith comes last.`);
  await field.press('Control+Enter');
  await main.getByRole('status').getByText('5 notes', { exact: true }).waitFor();
  const longNote = main.getByRole('listitem').filter({ hasText: 'A long note' });
  await longNote.getByRole('button', { name: 'Show all' }).waitFor();
  await search.fill('zenith');
  await longNote.locator('mark').waitFor();
  await longNote.getByRole('button', { name: 'Show less' }).press('Enter');
  await longNote.locator('mark').waitFor({ state: 'detached' });
  await longNote.getByRole('button', { name: 'Show all' }).waitFor();
  await search.fill('');
  await main.getByRole('status').getByText('5 notes', { exact: true }).waitFor();

  await main.getByRole('link', { name: 'Module 1 · 0:00' }).first().press('Enter');
  await other.waitForURL(`**/learn-course/${id}?module=1&second=0`);
});

test('a search that is cleared just when the address has changed stays cleared', async ({ visitAs }) => {
  const page = await visitAs('Student', '/myNotes');
  const search = page.getByLabel('Search notes');
  await search.waitFor();
  // Delays the messages with which React schedules its effects and the rendering of a new address. React shows typed text without these messages.
  await page.evaluate(() => {
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (...args: [unknown]) {
      setTimeout(() => postMessage.apply(this, args), 800);
    };
  });
  await search.fill('zenith');
  await page.waitForURL((url) => url.searchParams.get('search') === 'zenith', { waitUntil: 'commit' });
  await search.fill('');
  await page.waitForURL((url) => !url.searchParams.has('search'), { waitUntil: 'commit' });
  expect(await search.inputValue()).toBe('');
});
