/**
 * What a journey has at hand: browsers of people who know nothing of each other, and the ways to sign in. A journey
 * whose page throws fails, whatever else it saw; a failed one leaves a picture of each of its pages in `test-results/`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { test as base, inject } from 'vitest';
import type { UserType } from '#contract/schemas/users.ts';
import { demoAccountOf } from '#local/demo-school/accounts.ts';
import { launchBrowser } from './browser/launch-browser.ts';

let shared: Promise<Browser> | null = null;
/** One browser for all journeys of a file; it ends with the process of the file. */
const browser = () => {
  shared ??= launchBrowser();
  return shared;
};

/** How long an act in the browser may take before the journey fails. */
const patience = 30_000;

export type Visit = {
  /** A new person's browser, with nothing remembered, on the given path. */
  visit: (path: string, options?: BrowserContextOptions) => Promise<Page>;
};

/** The product of this worker: its number is from 1, and no other worker's of the same moment. */
export const productUrl = (): string => {
  const urls = inject('productUrls');
  const url = urls[(Number(process.env.VITEST_POOL_ID) - 1) % urls.length];
  if (url === undefined) throw new Error('No product was started for this worker.');
  return url;
};

/** Where the product of this worker keeps its data; null where that is not known. */
export const productFolder = (): string | null => {
  const folders = inject('productFolders');
  return folders[(Number(process.env.VITEST_POOL_ID) - 1) % folders.length] ?? null;
};

/** Fills in the login page as a person does and waits until they are somewhere else. */
export const signIn = async (page: Page, account: { email: string; password: string }): Promise<void> => {
  if (!new URL(page.url()).pathname.startsWith('/auth/login')) await page.goto(`${productUrl()}/auth/login`);
  await page.getByLabel('Email', { exact: true }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/login'));
};

/** Signs in with the demo school's account for the role. */
export const signInAs = (page: Page, userType: UserType): Promise<void> =>
  signIn(page, demoAccountOf(userType));

const fileNameOf = (name: string) => name.replace(/[^\w-]+/g, '-').slice(0, 80);

/** `test` for journeys: the `visit` fixture opens browsers and closes them after the test. */
export const test = base.extend<Visit>({
  visit: async ({ task }, use) => {
    const pages: Page[] = [];
    const thrown: Error[] = [];
    await use(async (path, options) => {
      // What the browser keeps of the client would keep journeys apart from the build that they are about.
      const context = await (await browser()).newContext({ serviceWorkers: 'block', ...options });
      context.setDefaultTimeout(patience);
      const page = await context.newPage();
      page.on('pageerror', (error) => thrown.push(error));
      pages.push(page);
      await page.goto(productUrl() + path);
      return page;
    });
    if (task.result?.state === 'fail') {
      const folder = join(import.meta.dirname, '..', '..', 'test-results');
      mkdirSync(folder, { recursive: true });
      for (const [index, page] of pages.entries())
        await page
          .screenshot({ path: join(folder, `${fileNameOf(task.name)}-${index + 1}.png`) })
          .catch(() => {});
    }
    for (const page of pages) await page.context().close();
    if (thrown[0]) throw new Error(`A page threw: ${thrown[0].message}`, { cause: thrown[0] });
  },
});
