import type { Page } from 'playwright-core';
import { findChoiceQuestion } from '#quizzes/question-banks.ts';

/** Waits for the popup with this title (and text). @returns the popup. */
const waitForPopup = async (page: Page, title: string, text?: string) => {
  const popup = page.getByRole('alertdialog');
  await popup.getByRole('heading', { name: title, exact: true }).waitFor();
  if (text !== undefined) await popup.getByText(text, { exact: true }).waitFor();
  return popup;
};

/** Waits for the popup with this title (and text) and closes it with a click on its button. */
export const closePopup = async (page: Page, title: string, text?: string, button = 'OK'): Promise<void> => {
  const popup = await waitForPopup(page, title, text);
  await popup.getByRole('button', { name: button }).click();
  await popup.waitFor({ state: 'detached' });
};

/** Waits for the popup with this title (and text) and closes it by pressing Enter on OK. */
export const closePopupWithEnter = async (page: Page, title: string, text?: string): Promise<void> => {
  const popup = await waitForPopup(page, title, text);
  await popup.getByRole('button', { name: 'OK' }).press('Enter');
  await popup.waitFor({ state: 'detached' });
};

/** Returns the button that completes a module. It exists only while this module is the next one to complete. */
export const completeButton = (page: Page, module: number) =>
  page.getByRole('button', { name: `Complete Module ${module}`, exact: true });

/** Opens a tab of the lesson. @returns its panel. */
export const openTab = async (page: Page, name: 'Notes' | 'Quiz' | 'Review' | 'Certificate') => {
  await page.getByRole('tab', { name, exact: true }).click();
  return page.getByRole('tabpanel', { name });
};

/** Takes the multiple-choice quiz on the page, and answers every question correctly. @returns the number of questions. */
export const takeChoiceQuiz = async (page: Page): Promise<number> => {
  await page.getByRole('button', { name: 'MCQ Quiz', exact: true }).click();
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/quizzes'),
  );
  await page.getByRole('button', { name: 'Start Quiz' }).click();
  const { questions } = (await (await answered).json()) as { questions: { id: string }[] };
  await page.getByText(/^Time Left: \d+ seconds$/).waitFor();
  for (const { id } of questions) {
    const { question, options, answer } = findChoiceQuestion(id) ?? {};
    await page
      .getByRole('group', { name: question ?? 'no such question' })
      .getByRole('radio', { name: options?.[answer ?? 0] ?? 'no such option', exact: true })
      .check();
  }
  await page.getByRole('button', { name: 'Submit Quiz' }).click();
  return questions.length;
};
