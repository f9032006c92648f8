import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { test as base, inject } from 'vitest';
import type { UserType } from '#contract/schemas/users.ts';
import { demoAccountOf } from '#local/demo-school/accounts.ts';
import { launchBrowser } from './browser/launch-browser.ts';

let launched: Promise<Browser> | null = null;
/** Returns the browser of this worker. It is launched once, and ends with the worker's process. */
const sharedBrowser = () => {
  launched ??= launchBrowser();
  return launched;
};

const actionTimeoutMs = 60_000;

const newContext = async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
  const context = await (await sharedBrowser()).newContext({
    // A service worker would answer with its own copy of the client.
    serviceWorkers: 'block',
    // Animations only make clicks wait. `student-on-a-phone.e2e.test.ts` runs with them.
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(actionTimeoutMs);
  return context;
};

type Account = { email: string; password: string };

export type Visit = {
  /** Opens a path in a new browser context, which shares no cookies or storage with others. */
  visit: (path: string, options?: BrowserContextOptions) => Promise<Page>;
  /**
   * Opens a path in a new browser context as a signed-in user: either the demo account of a role, or another account, which
   * signs in with the login form first. Without a session, the path of another account must lead to the login page.
   */
  visitAs: (user: UserType | Account, path: string, options?: BrowserContextOptions) => Promise<Page>;
};

/** Returns the URL of the product that only this worker uses, without a slash at the end. */
export const productUrl = (): string => {
  const urls = inject('productUrls');
  const url = urls[(Number(process.env.VITEST_POOL_ID) - 1) % urls.length];
  if (url === undefined) throw new Error('No product was started for this worker.');
  return url;
};

/** Returns the data folder of this worker's product, or null if it is unknown. */
export const productDataFolder = (): string | null => {
  const folders = inject('productFolders');
  return folders[(Number(process.env.VITEST_POOL_ID) - 1) % folders.length] ?? null;
};

/** Returns the address of the Auth emulator of this worker's product, with its secret, or null if it is unknown. */
export const emulatorAddress = (): string | null => {
  const ports = inject('emulatorPorts');
  const [port, folder] = [
    ports[(Number(process.env.VITEST_POOL_ID) - 1) % ports.length],
    productDataFolder(),
  ];
  if (port === undefined || folder === null) return null;
  return `http://127.0.0.1:${port}/${readFileSync(join(folder, 'emulator-secret'), 'utf8')}`;
};

/** Signs in with the login form and waits until another page is shown. */
export const signIn = async (page: Page, account: Account): Promise<void> => {
  if (!new URL(page.url()).pathname.startsWith('/auth/login')) await page.goto(`${productUrl()}/auth/login`);
  await page.getByLabel('Email', { exact: true }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/login'));
};

/** Signs in with the demo account of a role. */
export const signInAs = (page: Page, userType: UserType): Promise<void> =>
  signIn(page, demoAccountOf(userType));

type SignedInState = Awaited<ReturnType<BrowserContext['storageState']>>;
const signedInStates = new Map<UserType, Promise<SignedInState>>();

/** Signs in with the demo account of a role and returns what the browser stores. Done once per role: the form takes a second. */
const storeSignedIn = (userType: UserType): Promise<SignedInState> => {
  const sign = async () => {
    const context = await newContext();
    try {
      const page = await context.newPage();
      await signInAs(page, userType);
      await page.getByRole('button', { name: 'Logout' }).waitFor();
      return await context.storageState({ indexedDB: true });
    } finally {
      await context.close();
    }
  };
  const state = signedInStates.get(userType) ?? sign();
  signedInStates.set(userType, state);
  return state;
};

const toFileName = (name: string) => name.replace(/[^\w-]+/g, '-').slice(0, 80);

/**
 * Vitest's `test` with fixtures that open pages and close them after the test. A test fails if one of its pages throws or
 * violates the content security policy, and a failed test leaves a screenshot of each page in `test-results/`.
 */
export const test = base.extend<Visit>({
  visit: async ({ task }, use) => {
    const pages: Page[] = [];
    const pageErrors: Error[] = [];
    await use(async (path, options) => {
      const page = await (await newContext(options)).newPage();
      page.on('pageerror', (error) => pageErrors.push(error));
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) pageErrors.push(new Error(message.text()));
      });
      pages.push(page);
      await page.goto(productUrl() + path);
      return page;
    });
    if (task.result?.state === 'fail') {
      const folder = join(import.meta.dirname, '..', '..', 'test-results');
      mkdirSync(folder, { recursive: true });
      for (const [index, page] of pages.entries())
        await page
          .screenshot({ path: join(folder, `${toFileName(task.name)}-${index + 1}.png`) })
          .catch(() => {});
    }
    for (const page of pages) await page.context().close();
    const [error] = pageErrors;
    if (error) throw new Error(`A page threw: ${error.message}`, { cause: error });
  },
  visitAs: async ({ visit }, use) => {
    await use(async (user, path, options) => {
      if (typeof user === 'string')
        return visit(path, { storageState: await storeSignedIn(user), ...options });
      const page = await visit(path, options);
      await page.waitForURL((url) => url.pathname.startsWith('/auth/login'));
      await signIn(page, user);
      return page;
    });
  },
});
