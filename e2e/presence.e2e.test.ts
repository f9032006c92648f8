/** Who is here now: how many learn a course, on its learn page. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { demoAccountOf } from '#local/demo-school/accounts.ts';
import { productUrl, signIn, test } from './journey.ts';
import { type Learner, newLearner } from './learner.ts';
import { addCourse, tokenOf } from './product/calls.ts';

const product = () => ({ url: productUrl() });
const learn = async (page: Page, learner: Learner): Promise<void> => {
  await signIn(page, learner.person);
  await page.goto(productUrl() + learner.path);
  await page.getByRole('heading', { level: 1 }).waitFor();
};

test('a student sees that somebody else learns the course, until they leave; one’s own second tab is nobody else', async ({
  visit,
}) => {
  const name = `Company ${randomUUID().slice(0, 8)}`;
  await addCourse(product(), await tokenOf(product(), demoAccountOf('Admin')), name);
  const [sam, eve] = [await newLearner(name), await newLearner(name)];
  const first = await visit('/auth/login');
  await learn(first, sam);
  const second = await first.context().newPage();
  await second.goto(productUrl() + sam.path);
  const other = await visit('/auth/login');
  await learn(other, eve);
  for (const page of [first, second, other]) await page.getByText('2 are learning this course now').waitFor();

  // Within the product, without a new document: the page says so itself.
  await other.getByRole('link', { name: 'Course page' }).click();
  for (const page of [first, second])
    await page.getByText('are learning this course now').waitFor({ state: 'detached' });
  await other.goBack();
  await first.getByText('2 are learning this course now').waitFor();
  await other.context().close();
  await first.getByText('are learning this course now').waitFor({ state: 'detached' });
});
