import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core';
import { test as base, inject } from 'vitest';
import type { UserType } from '#contract/schemas/users.ts';
import { demoAccountOf } from '#local/demo-school/accounts.ts';
import { installTakeOverWait } from './browser/install-take-over-wait.ts';
import { launchBrowser } from './browser/launch-browser.ts';
import { fetchSession, type StoredSession, startSignedIn } from './browser/stored-session.ts';

let launched: Promise<Browser> | null = null;
/** Returns the browser of this worker. It is launched once, and ends with the worker's process. */
const sharedBrowser = () => {
  launched ??= launchBrowser();
  return launched;
};

/** Ends only actions that hang, because a virtual machine that is paused for minutes must not fail a test. */
const actionTimeoutMs = 420_000;

const newContext = async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
  const context = await (await sharedBrowser()).newContext({
    // A service worker would answer with its own copy of the client.
    serviceWorkers: 'block',
    // Animations only delay clicks. `student-on-a-phone.e2e.test.ts` runs with them.
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(actionTimeoutMs);
  if (options.javaScriptEnabled !== false) context.on('page', installTakeOverWait);
  return context;
};

declare module 'vitest' {
  interface TaskMeta {
    /** The pages of a failed test as text. `npm test` prints them with its last lines. */
    pages?: string[];
  }
}

type Account = { email: string; password: string };

/** Fixtures that open pages for a test. */
export type PageFixtures = {
  /** Opens a path in a new browser context, which shares no cookies or storage with others. */
  visit: (path: string, options?: BrowserContextOptions) => Promise<Page>;
  /**
   * Opens a path in a new browser context as a signed-in user: either the demo account of a role, or another account. The page
   * starts with a session, because the login form takes a second of processor time.
   */
  visitAs: (user: UserType | Account, path: string, options?: BrowserContextOptions) => Promise<Page>;
  /**
   * Loads a path in the page that the tests of this worker share, as a visitor or as the demo account of a role. That takes half
   * the time of a new context. Use it for tests that leave nothing in the browser: request routes, the window size, the
   * colour scheme and the memory of the page are reset, but its cookies and storage are not. A test may use only one shared page per user.
   */
  browse: (path: string, user?: UserType | null) => Promise<Page>;
};

/** Returns the entry of this worker in a list with one entry per product. Vitest numbers its workers from 1. */
const entryOfWorker = <T>(entries: readonly T[]): T | undefined =>
  entries[(Number(process.env.VITEST_POOL_ID) - 1) % entries.length];

/** Returns the URL of the product that only this worker uses, without a slash at the end. */
export const productUrl = (): string => {
  const url = entryOfWorker(inject('productUrls'));
  if (url === undefined) throw new Error('No product was started for this worker.');
  return url;
};

/** Returns the data folder of this worker's product, or null if it is unknown. */
export const productDataFolder = (): string | null => entryOfWorker(inject('productFolders')) ?? null;

/** Returns the address of the Auth emulator of this worker's product, with its secret, or null if it is unknown. */
export const emulatorAddress = (): string | null => {
  const port = entryOfWorker(inject('emulatorPorts'));
  const folder = productDataFolder();
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

const storedSessions = new Map<UserType, Promise<StoredSession>>();

/** Returns a session of the demo account of a role. Signs in once per role. */
const sessionOf = (userType: UserType): Promise<StoredSession> => {
  const session =
    storedSessions.get(userType) ?? fetchSession({ url: productUrl() }, demoAccountOf(userType));
  storedSessions.set(userType, session);
  return session;
};

/** Opens a path in a new browser context, as a visitor or with a session. */
type OpenPage = (
  path: string,
  options?: BrowserContextOptions,
  session?: StoredSession | null,
) => Promise<Page>;

/** Fails the test if the page throws or violates the content security policy. Calls `release` when the test has ended. */
type WatchPage = (page: Page, release: (hasFailed: boolean) => Promise<unknown>) => void;

const sharedPages = new Map<UserType | null, Promise<Page>>();

/** Returns the page that the tests of this worker share as the demo account of a role; null for visitors. */
const sharedPageOf = (user: UserType | null): Promise<Page> => {
  const openPage = async () => {
    const context = await newContext();
    if (user !== null) await startSignedIn(context, await sessionOf(user));
    return context.newPage();
  };
  const page = sharedPages.get(user) ?? openPage();
  sharedPages.set(user, page);
  return page;
};

/** Resets what a test may have changed, and leaves the product, so that the page gets no live updates from other tests. */
const resetPage = async (page: Page): Promise<void> => {
  await page.unrouteAll();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' });
  await page.goto('about:blank');
};

const toFileName = (name: string) => name.replace(/[^\w-]+/g, '-').slice(0, 80);

/** Describes a page as a screen reader would. Replaces the screenshot if only the output of a run is kept. */
const describePage = (page: Page): Promise<string> =>
  page
    .locator('body')
    .ariaSnapshot({ timeout: 5_000 })
    .then((text) => text.slice(0, 2_000))
    .catch((cause: unknown) => `The page could not be read: ${String(cause)}`);

/**
 * Vitest's `test` with fixtures that open pages and close them after the test. A test fails if one of its pages throws or
 * violates the content security policy. A failed test prints each page as text and leaves a screenshot in `test-results/`.
 */
export const test = base.extend<PageFixtures & { open: OpenPage; watch: WatchPage }>({
  watch: async ({ task }, use) => {
    const watched = new Map<Page, (hasFailed: boolean) => Promise<unknown>>();
    const pageErrors: Error[] = [];
    const onError = (error: Error) => void pageErrors.push(error);
    const onMessage = (message: ConsoleMessage) => {
      if (message.text().includes('Content Security Policy')) pageErrors.push(new Error(message.text()));
    };
    await use((page, release) => {
      if (!watched.has(page)) page.on('pageerror', onError).on('console', onMessage);
      watched.set(page, release);
    });
    const hasFailed = task.result?.state === 'fail';
    if (hasFailed) {
      const folder = join(import.meta.dirname, '..', '..', 'test-results');
      mkdirSync(folder, { recursive: true });
      const pages = new Set([...watched.keys()].flatMap((page) => page.context().pages()));
      for (const [index, page] of [...pages].entries()) {
        const text = `Page ${index + 1}, ${page.url()}:\n${await describePage(page)}\n`;
        process.stderr.write(text);
        task.meta.pages = [...(task.meta.pages ?? []), text];
        await page
          .screenshot({ path: join(folder, `${toFileName(task.name)}-${index + 1}.png`) })
          .catch(() => {});
      }
    }
    for (const [page, release] of watched) {
      page.off('pageerror', onError).off('console', onMessage);
      await release(hasFailed);
    }
    const [error] = pageErrors;
    if (error)
      throw new Error(`A page threw or violated its content security policy: ${error.message}`, {
        cause: error,
      });
  },
  open: async ({ watch }, use) => {
    await use(async (path, options, session = null) => {
      const context = await newContext(options);
      if (session) await startSignedIn(context, session);
      const page = await context.newPage();
      watch(page, () => context.close());
      await page.goto(productUrl() + path);
      return page;
    });
  },
  browse: async ({ watch }, use) => {
    await use(async (path, user = null) => {
      const page = await sharedPageOf(user);
      watch(page, async (hasFailed) => {
        if (!hasFailed) return resetPage(page);
        sharedPages.delete(user);
        return page.context().close();
      });
      await page.goto(productUrl() + path);
      return page;
    });
  },
  visit: async ({ open }, use) => {
    await use((path, options) => open(path, options));
  },
  visitAs: async ({ open }, use) => {
    await use(async (user, path, options) => {
      const session = typeof user === 'string' ? sessionOf(user) : fetchSession({ url: productUrl() }, user);
      return open(path, options, await session);
    });
  },
});
