import type { BrowserContext } from 'playwright-core';
import { signInWithPassword } from '#e2e/support/api-calls.ts';
import { fetchWithRetry } from '#e2e/support/fetch-with-retry.ts';
import type { Product } from '#e2e/support/product/start-product.ts';

/** A key and a value in the storage of the identity provider's library. */
export type StoredSession = readonly [key: string, value: string];

/**
 * Signs in with e-mail and password, and returns what the identity provider's library (Firebase Authentication) stores about
 * the session. When it starts, the library reads the other fields of the account from the provider.
 * @throws Error if the provider refuses the password.
 */
export const fetchSession = async (
  product: Pick<Product, 'url'>,
  account: { email: string; password: string },
): Promise<StoredSession> => {
  const response = await fetchWithRetry(`${product.url}/configuration.json`, {});
  const { firebase } = (await response.json()) as { firebase: { apiKey: string } };
  const { idToken, refreshToken, uid, expiresInSeconds } = await signInWithPassword(product, account);
  const now = Date.now();
  const user = {
    uid,
    email: account.email,
    emailVerified: false,
    isAnonymous: false,
    providerData: [],
    apiKey: firebase.apiKey,
    appName: '[DEFAULT]',
    createdAt: `${now}`,
    lastLoginAt: `${now}`,
    stsTokenManager: { accessToken: idToken, refreshToken, expirationTime: now + expiresInSeconds * 1_000 },
  };
  return [`firebase:authUser:${firebase.apiKey}:[DEFAULT]`, JSON.stringify(user)];
};

/**
 * Makes the first page of a context start with a session. The identity provider's library takes a session from the local
 * storage and moves it to its own database. (Playwright's own `storageState` opens a page for that, which takes half a second.)
 */
export const startSignedIn = async (context: BrowserContext, session: StoredSession): Promise<void> => {
  await context.addInitScript(
    ([key, value, marker]) => {
      // Later pages, for example after a logout, start with what the browser has stored.
      if (window.top !== window || location.origin === 'null' || localStorage.getItem(marker)) return;
      localStorage.setItem(marker, 'yes');
      localStorage.setItem(key, value);
    },
    [...session, 'started-signed-in'] as const,
  );
};
