import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { QuizAttempt, TimedQuizAttempt } from '#contract/schemas/quizzes.ts';
import { fetchToken, sendCommand } from '#e2e/support/api-calls.ts';
import { inspectAccessibility } from '#e2e/support/browser/accessibility.ts';
import { followPath } from '#e2e/support/browser/follow-path.ts';
import { closePopupWithEnter } from '#e2e/support/browser/lesson-page.ts';
import { bellOf, panelOf } from '#e2e/support/browser/notification-bell.ts';
import { createEnrolledStudent } from '#e2e/support/enrolled-student.ts';
import { productUrl, test } from '#e2e/support/journey.ts';
import { demoAccountOf } from '#local/demo-school/accounts.ts';
import { findChoiceQuestion, findWrittenQuestion } from '#quizzes/question-banks.ts';

/** Starts a quiz of this kind. @returns the attempt that the server sent. */
const startQuiz = async (page: Page, kind: 'MCQ Quiz' | 'Written Quiz'): Promise<QuizAttempt> => {
  const start = page.getByRole('button', { name: 'Start Quiz' });
  await start.waitFor();
  expect(await start.isDisabled()).toBe(true);
  await page.getByRole('button', { name: kind, exact: true }).press('Space');
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/quizzes'),
  );
  await start.press('Enter');
  const attempt = (await (await answered).json()) as QuizAttempt;
  await page.getByText(/^Time Left: \d+ seconds$/).waitFor();
  return attempt;
};

/** Moves to the next question with Tab and chooses an option with the arrow keys. */
const choose = async (page: Page, option: number) => {
  await page.keyboard.press('Tab');
  if (option === 0) await page.keyboard.press('Space');
  for (let step = 0; step < option; step += 1) await page.keyboard.press('ArrowDown');
};

test('a student takes a quiz by keyboard and reads the explanations, and late or lost answers of the server do no harm', async ({
  visitAs,
}) => {
  const { person, path } = await createEnrolledStudent('Data Structures by Hand');
  const page = await visitAs(person, `${path}?tab=quiz`);
  const other = await page.context().newPage();
  await other.goto(`${productUrl()}${path}?tab=quiz`);
  await other.getByText('No quizzes taken yet.').waitFor();

  await page.getByRole('link', { name: 'Take Quizzes' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Quiz for CSE', exact: true }).waitFor();
  expect(await inspectAccessibility(page)).toEqual([]);

  const attempt = await startQuiz(page, 'MCQ Quiz');
  // A running quiz contains neither correct answers nor explanations.
  for (const question of attempt.questions) expect(question).toMatchObject({ right: null, why: null });
  const correctOptions = attempt.questions.map(({ id }) => findChoiceQuestion(id)?.answer ?? 0);
  // All answers but the last are correct.
  for (const [index, option] of correctOptions.entries())
    await choose(page, index === 4 ? (option + 1) % 4 : option);
  await page.getByText('5 of 5 answered').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const title = `Congratulaltions ${person.name} Quiz Completed!`;
  await closePopupWithEnter(page, title, 'You scored 4 out of 5.');

  await page.getByRole('heading', { name: '4 out of 5' }).waitFor();
  expect(await page.getByText('Your answer · Correct').count()).toBe(4);
  expect(await page.getByText('Your answer · Incorrect').count()).toBe(1);
  expect(await page.getByText('Correct answer', { exact: true }).count()).toBe(1);
  for (const { id } of attempt.questions)
    await page.getByText(findChoiceQuestion(id)?.why ?? 'no such question').waitFor();
  expect(await inspectAccessibility(page)).toEqual([]);
  await other.getByText('4 out of 5').waitFor();

  // The answer is late, and the student has gone to another page, which says that the quiz has started.
  await page.getByRole('button', { name: 'Take another quiz' }).press('Enter');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/quizzes', (route) => held.then(() => route.continue()), { times: 1 });
  await page.getByRole('button', { name: 'MCQ Quiz', exact: true }).press('Space');
  await page.getByRole('button', { name: 'Start Quiz' }).press('Enter');
  await followPath(page, '/about');
  release();
  await page.getByText('Your quiz has started.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Go to quiz' }).press('Enter');
  await page.getByText(/^Time Left: \d+ seconds$/).waitFor();
  // The answer to the first submission is lost, and the button is double-clicked.
  let submissions = 0;
  await page.route('**/quizzes/*/answers', async (route) => {
    submissions += 1;
    if (submissions > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'Submit Quiz' }).dblclick();
  await closePopupWithEnter(page, title, 'You scored 0 out of 5.');
  expect(submissions).toBe(2);
  await page.getByRole('heading', { name: '0 out of 5' }).waitFor();
  await other.getByText('0 out of 5').waitFor();
  expect(await other.getByText(/out of 5$/).count()).toBe(2);

  // When the answer arrives, the time is up. The page that the student has gone to does not say that the quiz has started.
  await page.getByRole('button', { name: 'Take another quiz' }).press('Enter');
  const { promise: timeUp, resolve: endTime } = Promise.withResolvers<void>();
  await page.route(
    '**/quizzes',
    async (route) => {
      await timeUp;
      const response = await route.fetch();
      const started = (await response.json()) as TimedQuizAttempt;
      await route.fulfill({ response, json: { ...started, deadline: started.startedAt } });
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'MCQ Quiz', exact: true }).press('Space');
  await page.getByRole('button', { name: 'Start Quiz' }).press('Enter');
  await followPath(page, '/about');
  endTime();
  await page.getByText('Time is up! The quiz has ended.', { exact: true }).waitFor();
  expect(await page.getByText('Your quiz has started.', { exact: true }).count()).toBe(0);

  await page.goto(`${productUrl()}/quizzes?course=PSY`);
  await page.getByText('Please start the course first', { exact: true }).waitFor();
  await page.goto(`${productUrl()}/quizzes?course=ART`);
  await page.getByText('No questions available for this course.', { exact: true }).waitFor();
});

test('Skip goes on to the quizzes that the list has not loaded yet', async ({ browse }) => {
  const page = await browse('/about', 'Admin');
  await page.route('**/quizzes/marking?*', (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '1');
    return route.continue({ url: url.href });
  });
  await followPath(page, '/marking');
  await page.getByRole('list', { name: 'Awaiting marks' }).getByRole('link').first().click();
  const heading = page.getByRole('heading', { level: 1, name: 'Mark a written quiz' });
  await heading.waitFor();
  const visited = [new URL(page.url()).pathname];
  while (visited.length < 3) {
    // Until the next page of the list is loaded, Skip leads to the oldest quiz again.
    const skip = page.getByRole('link', { name: /^Skip · \d+\+? left$/ });
    await skip.and(page.locator(`:not([href="${visited[0]}"])`)).click();
    await page.waitForURL((url) => !visited.includes(url.pathname));
    await heading.waitFor();
    visited.push(new URL(page.url()).pathname);
  }
});

test('a written quiz ends after its time limit, and its marks appear live', async ({ visitAs }) => {
  const { person, call } = await createEnrolledStudent('Data Structures by Hand');
  const page = await visitAs(person, '/quizzes?course=CSE');
  const attempt = await startQuiz(page, 'Written Quiz');
  const [first, second] = attempt.questions;
  const answerTo = (question = first) => page.getByRole('textbox', { name: question?.question ?? '' });
  await answerTo(first).fill('Because it knows where to look.');
  await page.reload();
  await page.getByText('1 of 5 answered').waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Instructors' }).click();
  await page.getByRole('heading', { level: 1, name: 'Our Instructors' }).waitFor();
  await page.goBack();
  expect(await answerTo(first).inputValue()).toBe('Because it knows where to look.');
  // The server would refuse an answer with too many accents, so the page does not submit it.
  await answerTo(second).fill(`e${'\u0301'.repeat(31)}`);
  await page.getByText('Answer has more than 30 accents in a row. Remove some of them.').waitFor();
  await page.getByRole('button', { name: 'Submit Quiz' }).press('Enter');
  expect(await answerTo(second).evaluate((field) => field === document.activeElement)).toBe(true);
  await answerTo(second).fill('Nobody knows.');

  expect(await inspectAccessibility(page)).toEqual([]);
  const marker = await visitAs('Admin', '/');
  await marker.getByRole('button', { name: 'Dashboard' }).click();
  await marker.getByRole('link', { name: 'Mark Quizzes' }).click();
  await marker.getByRole('heading', { level: 1, name: 'Mark Quizzes' }).waitFor();
  await marker.waitForLoadState('networkidle');
  /** Returns the number beside the link in the menu. */
  const countWaitingInMenu = async () => {
    const link = marker.getByRole('navigation', { name: 'Dashboard' }).locator('a[href="/marking"]');
    return Number(/(\d+) awaiting marks/.exec((await link.textContent()) ?? '')?.[1] ?? 0);
  };
  const waitingBefore = await countWaitingInMenu();

  await page.getByText('Time is up! The quiz has ended.', { exact: true }).waitFor();
  await page.getByText('Time Left: 0 seconds', { exact: true }).waitFor();
  expect(await answerTo(first).isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Submit Quiz' }).isDisabled()).toBe(true);
  // The answers were submitted automatically.
  const waiting = marker.getByRole('list', { name: 'Awaiting marks' });
  const row = waiting.getByRole('link', { name: person.name });
  await row.waitFor();
  await expect.poll(countWaitingInMenu).toBe(waitingBefore + 1);
  // The chips of all course codes are equally wide, so that the names beside them are aligned.
  const chips = await waiting
    .locator('a > span:first-child')
    .evaluateAll((found) => found.map((chip) => [chip.textContent, chip.getBoundingClientRect().width]));
  expect(new Set(chips.map(([code]) => code)).size).toBeGreaterThan(1);
  expect(new Set(chips.map(([, width]) => width)).size).toBe(1);
  expect(await inspectAccessibility(marker)).toEqual([]);

  await page.getByRole('button', { name: 'View Results' }).click();
  const title = `Congratulaltions ${person.name} Quiz Completed!`;
  await closePopupWithEnter(page, title, 'Marks will be published later for the written quiz.');
  // The model answers are shown only with the marks.
  await page.getByText('Model answers appear with the marks.').waitFor();
  const modelAnswer = page.getByText(findWrittenQuestion(first?.id ?? '')?.points[0] ?? 'no such question');
  expect(await modelAnswer.count()).toBe(0);
  expect(await page.getByText('No marks yet').count()).toBe(2);

  // The palette also finds the quiz. It reads the lists of users and of quizzes only if the Admin asks for them, because these
  // readings are recorded.
  const isRecorded = (url: string) => /\/(users|quizzes\/marking)(\?|$)/.test(url);
  const recordedReadings: string[] = [];
  marker.on('request', (request) => {
    if (isRecorded(request.url())) recordedReadings.push(request.url());
  });
  await marker.keyboard.press('Control+k');
  await marker.getByPlaceholder('Search or jump to…').fill(`mark ${person.name}`);
  await marker.getByRole('option', { name: /^Search people and quizzes to mark/ }).waitFor();
  expect(recordedReadings).toEqual([]);
  await marker.keyboard.press('Enter');
  const markOption = marker.getByRole('option', {
    name: `Mark the quiz of ${person.name} Data Structures by Hand`,
  });
  await markOption.waitFor();
  // As long as people are being searched, the palette does not say that there are no results.
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await marker.route('**/directory?*', async (route) => {
    await answered;
    await route.continue();
  });
  const coursesFound = marker.waitForResponse((response) => response.url().includes('/catalogue?'));
  await marker.getByPlaceholder('Search or jump to…').fill('nobody has this name');
  await coursesFound;
  const results = marker.getByRole('dialog').getByRole('status');
  await pause(200);
  expect(await results.textContent()).toBe('Searching…');
  answer();
  await results.getByText('No results for “nobody has this name”.').waitFor();
  await marker.getByPlaceholder('Search or jump to…').fill(`mark ${person.name}`);
  await markOption.waitFor();
  await marker.keyboard.press('Enter');
  const markHeading = marker.getByRole('heading', { level: 1, name: 'Mark a written quiz' });
  await markHeading.waitFor();
  await marker.goBack();
  await row.press('Enter');
  await markHeading.waitFor();
  await marker.getByText('Because it knows where to look.').waitFor();
  const save = marker.getByRole('button', { name: 'Save marks' });
  await save.press('Enter');
  await marker.getByText('Give 0 to 10 marks, whole or half.').first().waitFor();
  const fields = marker.getByRole('textbox', { name: /^Marks for question \d$/ });
  expect(await fields.count()).toBe(2);
  await fields.first().fill('7.5');
  await fields.last().fill('2');
  await marker.getByText('Total: 9.5 of 50').waitFor();
  await marker.getByLabel('Feedback').fill('Say why, next time.');
  expect(await inspectAccessibility(marker)).toEqual([]);
  // The server is too busy for the first attempt. The second one sends the feedback as it was when it was saved, but its answer is lost.
  const remarks: unknown[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await marker.route('**/quizzes/*/marks', async (route) => {
    remarks.push((route.request().postDataJSON() as { remark: unknown }).remark);
    if (remarks.length > 2) {
      await held;
      return route.continue();
    }
    if (remarks.length === 2) {
      await route.fetch();
      return route.fulfill({ status: 500, json: {} });
    }
    await expect.poll(() => save.getAttribute('aria-disabled')).toBe('true');
    await marker.getByLabel('Feedback').press('x');
    return route.fulfill({ status: 503, json: {} });
  });
  await save.press('Enter');
  await marker.getByText('The marks could not be saved.').waitFor();
  // The marks arrive as a live update. The page does not say that somebody else has saved them.
  await expect.poll(countWaitingInMenu).toBe(waitingBefore);
  expect(await marker.getByText('Somebody else has saved marks').count()).toBe(0);
  await save.press('Enter');
  // The last answer is late. Meanwhile the Admin goes to another page, and stays there.
  await expect.poll(() => remarks.length).toBe(3);
  await followPath(marker, '/about');
  release();
  await marker.getByText('Marks saved. The student can see them now.').waitFor();
  expect(remarks).toEqual(Array.from({ length: 3 }, () => 'Say why, next time.'));

  await page
    .getByText('Marks of your written quiz in Data Structures by Hand: 9.5 out of 50 marks')
    .waitFor();
  await page.getByRole('heading', { name: '9.5 out of 50 marks' }).waitFor();
  await page.getByText('Say why, next time.').waitFor();
  await modelAnswer.waitFor();
  await page.getByText('7.5 of 10 marks').waitFor();
  expect(new URL(marker.url()).pathname).toBe('/about');
  expect(await inspectAccessibility(page)).toEqual([]);
  await expect.poll(countWaitingInMenu).toBe(waitingBefore);

  const bell = bellOf(page);
  await bell.getByText(/^Notifications, \d+ unread$/).waitFor({ state: 'attached' });
  // While the tab is in the background, nobody sees what the bell shows, so the notification stays unread.
  const showTab = (state: DocumentVisibilityState) =>
    page.evaluate((visibilityState) => {
      Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await showTab('hidden');
  await bell.press('Enter');
  const panel = panelOf(page);
  const entry = panel.getByRole('link', {
    name: /^Your written quiz in Data Structures by Hand was marked New/,
  });
  await entry.waitFor();
  expect(await bell.textContent()).toContain(' unread');
  await showTab('visible');
  await expect.poll(() => bell.textContent()).toBe('Notifications');
  await panel.getByRole('button', { name: 'Choose notifications', expanded: false }).press('Enter');
  await panel.getByRole('button', { name: 'Choose notifications', expanded: true }).waitFor();
  expect(await inspectAccessibility(page)).toEqual([]);
  const marksCheckbox = panel.getByRole('checkbox', { name: 'Marks for your quizzes' });
  await marksCheckbox.press('Space');
  await entry.waitFor({ state: 'detached' });
  await page.reload();
  await bell.press('Enter');
  await panel.getByRole('button', { name: 'Choose notifications' }).press('Enter');
  await expect.poll(() => marksCheckbox.isChecked()).toBe(false);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(await bell.evaluate((element) => element === document.activeElement)).toBe(true);

  // Somebody else saves marks while a field is not valid. "Show theirs" replaces the content of the field.
  await followPath(marker, '/marking');
  await followPath(marker, `/marking/${attempt._id}`);
  await marker.getByText('Because it knows where to look.').waitFor();
  await fields.first().fill('11');
  await save.press('Enter');
  const invalid = marker.getByText('Give 0 to 10 marks, whole or half.');
  await invalid.waitFor();
  const product = { url: productUrl() };
  const adminToken = await fetchToken(product, demoAccountOf('Admin'));
  const otherMarks = {
    marks: { [first?.id ?? '']: 8, [second?.id ?? '']: 3 },
    remark: 'Better than I thought.',
  };
  await sendCommand(product, adminToken, 'PATCH', `/quizzes/${attempt._id}/marks`, otherMarks);
  await marker.getByRole('button', { name: 'Show theirs' }).press('Enter');
  await expect.poll(() => fields.first().inputValue()).toBe('8');
  expect(await invalid.count()).toBe(0);

  // When the student is removed, the open page no longer shows the answers.
  const { _id } = (await call('GET', `/users/${person.email}`)) as { _id: string };
  await sendCommand(product, adminToken, 'DELETE', `/users/${_id}`);
  await marker.getByText('The quiz could not be loaded').waitFor();
  for (const text of ['Because it knows where to look.', person.name])
    expect(await marker.getByRole('main').getByText(text).count()).toBe(0);
});
