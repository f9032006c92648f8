import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { closePopup, completeButton, openTab, takeChoiceQuiz } from '#e2e/support/browser/lesson-page.ts';
import { productUrl, test } from '#e2e/support/journey.ts';
import { createPerson, fillRegistrationForm } from '#e2e/support/person.ts';

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  // The product is used with its animations, which other tests turn off.
  reducedMotion: 'no-preference',
} as const;
const course = 'Plain English';

/** Opens a page from the menu for small screens. */
const goTo = async (page: Page, name: string) => {
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await menu.getByRole('link', { name, exact: true }).click();
  await menu.waitFor({ state: 'detached' });
};

const waitForHeading = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('heading', { level: 1, name }).waitFor();

/** Expects that nothing on the page is wider than the phone. */
const expectFits = async (page: Page) => {
  const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect({ at: page.url(), overflowPx }).toEqual({ at: page.url(), overflowPx: 0 });
};

const registerAndSignIn = async (page: Page) => {
  const person = createPerson('Student');
  await goTo(page, 'Register');
  await fillRegistrationForm(page, person);
  await expectFits(page);
  await page.getByRole('button', { name: 'Register' }).click();
  await closePopup(page, 'Registration Successful!', 'Your account has been created successfully.');
  await page.waitForURL('**/auth/login');
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.getByText('User logged in successfully!', { exact: true }).waitFor();
  await page.waitForURL(`${productUrl()}/`);
  return person;
};

const enrolAndStart = async (page: Page) => {
  await goTo(page, 'All Courses');
  await page.getByPlaceholder('Search courses using course name...').fill('plain engl');
  // The search result must have replaced the full list, because a click may miss a card that moves.
  await page.getByText(/^Total Courses: \d\b/).waitFor();
  await page.getByRole('link', { name: `Learn More about ${course}` }).click();
  await waitForHeading(page, course);
  await expectFits(page);
  await page.getByRole('button', { name: 'Enroll', exact: true }).click();
  await closePopup(page, 'Course enrolled successfully');
  await goTo(page, 'Enrolled Courses');
  await waitForHeading(page, 'My Enrolled Courses');
  await expectFits(page);
  await page.getByRole('link', { name: 'Go to course page' }).click();
  await page.getByRole('button', { name: 'Start Course Progress' }).click();
  await closePopup(page, 'ENG has been started for you');
  await expectFits(page);
  await page.getByRole('link', { name: 'Start Learning' }).click();
  await waitForHeading(page, course);
};

const completeAllModules = async (page: Page, duringModule2: () => Promise<void>) => {
  const previous = page.getByRole('button', { name: 'Previous', exact: true });
  const next = page.getByRole('button', { name: 'Next', exact: true });
  for (let module = 1; module <= modulesPerCourse; module += 1) {
    await page.getByRole('heading', { level: 2, name: new RegExp(`^Module ${module}\\b`) }).waitFor();
    expect(await previous.isDisabled()).toBe(module === 1);
    expect(await next.isDisabled()).toBe(module === modulesPerCourse);
    if (module === 2) await duringModule2();
    await completeButton(page, module).click();
    await closePopup(page, 'Module Completed!');
    await page.getByText(`${module} of 5 modules`, { exact: true }).waitFor();
    if (module < modulesPerCourse) await next.click();
  }
  await expectFits(page);
};

const note = 'Say what you mean.';
const takeNote = async (page: Page) => {
  const notes = await openTab(page, 'Notes');
  await notes.getByLabel('Your note').fill(note);
  await notes.getByRole('button', { name: 'Save note' }).click();
  await page.getByText('Note Submitted!', { exact: true }).waitFor();
  await notes.getByRole('listitem').getByText(note, { exact: true }).waitFor();
};

test('a student gets from registration to a public certificate on a phone', async ({ visit }) => {
  const page = await visit('/', phone);
  const person = await registerAndSignIn(page);
  await enrolAndStart(page);
  await completeAllModules(page, () => takeNote(page));

  const review = await openTab(page, 'Review');
  await review.getByPlaceholder('Rating (1-10)').fill('9');
  await review.getByLabel('Comment').fill('Short words, and few of them.');
  await review.getByRole('button', { name: 'Submit review' }).click();
  await closePopup(page, 'Review Submitted!');

  const quiz = await openTab(page, 'Quiz');
  await quiz.getByRole('link', { name: 'Take Quizzes' }).click();
  await waitForHeading(page, 'Quiz for ENG');
  const questions = await takeChoiceQuiz(page);
  const congratulation = `Congratulaltions ${person.name} Quiz Completed!`;
  await closePopup(page, congratulation, `You scored ${questions} out of ${questions}.`);
  await expectFits(page);

  await goTo(page, 'Enrolled Courses');
  await page.getByRole('link', { name: 'Go to course page' }).click();
  await page.getByRole('link', { name: /Learning/ }).click();
  await page.getByRole('button', { name: 'Collect Certificate' }).click();
  const certificate = page.getByRole('tabpanel', { name: 'Certificate' });
  await certificate.getByText('Certificate of Completion').waitFor();
  await certificate.getByText(person.name).first().waitFor();
  await expectFits(page);
  const saving = page.waitForEvent('download');
  await certificate.getByRole('button', { name: 'Download picture', exact: true }).click();
  expect((await saving).suggestedFilename()).toBe(`${course}-certificate.png`);
  const proof = await certificate.getByRole('link', { name: 'Public page' }).getAttribute('href');

  const stranger = await visit(proof ?? '/');
  await stranger.getByRole('main').getByText(person.name).first().waitFor();
  await stranger.getByText('· Verified').first().waitFor();

  await goTo(page, 'My Notes');
  await page.getByRole('main').getByText(note, { exact: true }).waitFor();
  await expectFits(page);
  await goTo(page, 'All Reviews');
  await page.getByRole('article', { name: `Review by ${person.name}` }).waitFor();
  await expectFits(page);
  await goTo(page, 'My Profile');
  const profile = page.getByRole('main');
  await profile.getByText('Completed').first().waitFor();
  await profile.getByText(`${questions} out of ${questions}`).first().waitFor();
  await expectFits(page);
});
