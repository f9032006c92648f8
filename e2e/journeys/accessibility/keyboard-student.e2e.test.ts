import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { focusedText, isFocused, pressControl, tabTo, typeIntoField } from '#e2e/support/browser/keyboard.ts';
import { productUrl, test } from '#e2e/support/journey.ts';
import { createPerson } from '#e2e/support/person.ts';
import type { ChoiceQuestion } from '#quizzes/question.ts';
import { findChoiceQuestion } from '#quizzes/question-banks.ts';

const course = 'Plain English';

/** Waits until the popup with this title has the focus, and closes it with Enter. */
const closePopup = async (page: Page, title: string) => {
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('heading', { name: title, exact: true }).waitFor();
  await expect.poll(() => focusedText(page)).toBe('OK');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
};

const register = async (page: Page) => {
  const person = createPerson('Student');
  await page.getByRole('heading', { name: 'Register' }).waitFor();
  await typeIntoField(page, 'Name', person.name);
  await typeIntoField(page, 'Image URL', person.imageUrl);
  await typeIntoField(page, 'Email', person.email);
  await typeIntoField(page, 'Password', person.password);
  await typeIntoField(page, 'User type', 'Student');
  await pressControl(page, 'Register');
  await closePopup(page, 'Registration Successful!');
  await typeIntoField(page, 'Password', person.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${productUrl()}/`);
  return person;
};

const enrolAndStart = async (page: Page) => {
  await page.getByRole('banner').getByRole('link', { name: 'All Courses' }).waitFor();
  await pressControl(page, 'All Courses');
  await typeIntoField(page, 'Search courses', 'plain engl');
  await page.getByText(/^Total Courses: \d\b/).waitFor();
  await pressControl(page, `Learn More about ${course}`);
  await page.getByRole('heading', { level: 1, name: course }).waitFor();
  await pressControl(page, 'Enroll');
  await closePopup(page, 'Course enrolled successfully');
  await pressControl(page, 'Enrolled · Go to course page');
  await pressControl(page, 'Start Course Progress');
  await closePopup(page, 'ENG has been started for you');
  await pressControl(page, 'Start Learning');
};

/** Opens a tab of the lesson. The tab list is one Tab stop; arrow keys move within it, and Enter opens a tab. */
const openTab = async (page: Page, name: string) => {
  for (const tab of ['Notes', 'Quiz', 'Review', 'Certificate']) {
    const selected = await page.getByRole('tab', { name: tab, exact: true }).getAttribute('aria-selected');
    if (selected === 'true') await tabTo(page, tab);
  }
  for (let steps = 0; steps < 4 && (await focusedText(page)) !== name; steps += 1)
    await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('tabpanel', { name }).waitFor();
};

const completeAllModules = async (page: Page) => {
  for (let module = 1; module <= modulesPerCourse; module += 1) {
    await page.getByRole('heading', { level: 2, name: new RegExp(`^Module ${module}\\b`) }).waitFor();
    await pressControl(page, `Complete Module ${module}`);
    await closePopup(page, 'Module Completed!');
    if (module < modulesPerCourse) await pressControl(page, 'Next');
  }
};

/** Answers a question. Its radio buttons are one Tab stop, and the arrow keys choose among them. */
const answerQuestion = async (page: Page, { question, options, answer }: ChoiceQuestion) => {
  const correctOption = options[answer] ?? '';
  const group = page.getByRole('group', { name: question });
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await group.evaluate((element) => element.contains(document.activeElement))) break;
  }
  await page.keyboard.press('Space');
  const radio = group.getByRole('radio', { name: correctOption, exact: true });
  for (let steps = 0; steps < options.length && !(await radio.isChecked()); steps += 1)
    await page.keyboard.press('ArrowDown');
  expect(await radio.isChecked()).toBe(true);
};

const takeQuiz = async (page: Page, name: string) => {
  await openTab(page, 'Quiz');
  await pressControl(page, 'Take Quizzes');
  await page.getByRole('heading', { level: 1, name: 'Quiz for ENG' }).waitFor();
  await pressControl(page, 'MCQ Quiz');
  const started = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/quizzes'),
  );
  await pressControl(page, 'Start Quiz');
  const { questions } = (await (await started).json()) as { questions: { id: string }[] };
  await page.getByText(/^Time Left: \d+ seconds$/).waitFor();
  for (const { id } of questions) {
    const asked = findChoiceQuestion(id);
    if (!asked) throw new Error(`There is no question ${id}.`);
    await answerQuestion(page, asked);
  }
  await pressControl(page, 'Submit Quiz');
  await closePopup(page, `Congratulaltions ${name} Quiz Completed!`);
};

test('a student gets from registration to a certificate with the keyboard alone', async ({ visit }) => {
  const page = await visit('/auth/register');
  const person = await register(page);
  await enrolAndStart(page);
  await completeAllModules(page);
  await openTab(page, 'Notes');
  await typeIntoField(page, 'Your note', 'Say what you mean.');
  await pressControl(page, 'Save note');
  await page.getByText('Note Submitted!', { exact: true }).waitFor();
  await openTab(page, 'Review');
  await typeIntoField(page, 'Rating', '9');
  await typeIntoField(page, 'Comment', 'No mouse was needed.');
  await pressControl(page, 'Submit review');
  await closePopup(page, 'Review Submitted!');
  const lesson = page.url();
  await takeQuiz(page, person.name);

  await page.goto(lesson);
  await page.getByRole('tab', { name: 'Notes', exact: true }).waitFor();
  await openTab(page, 'Certificate');
  await page.getByRole('button', { name: 'Collect your certificate' }).waitFor();
  await pressControl(page, 'Collect your certificate');
  const certificate = page.getByRole('tabpanel', { name: 'Certificate' });
  await certificate.getByText('Certificate of Completion').waitFor();
  // The certificate has replaced the pressed button.
  await expect.poll(() => isFocused(certificate)).toBe(true);
  const saving = page.waitForEvent('download');
  await pressControl(page, 'Download picture');
  expect((await saving).suggestedFilename()).toBe(`${course}-certificate.png`);
});
