import type { Page } from 'playwright-core';
import { projectId } from '#local/start-services.ts';
import { emulatorAddress } from '../journey.ts';

const hourSeconds = 3_600;

type Claims = { sub: string; auth_time: number };

/** Makes the password as old as the sign-in: the server refuses a sign-in that is older than the password. */
const ageAccount = async ({ sub, auth_time }: Claims): Promise<void> => {
  const address = emulatorAddress();
  if (address === null) throw new Error('This test needs the Auth emulator of a product that it started.');
  const answer = await fetch(
    `${address}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:update`,
    {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify({ localId: sub, validSince: String(auth_time) }),
    },
  );
  if (!answer.ok) throw new Error(`The account could not be aged: ${await answer.text()}`);
};

/**
 * Returns the token with a sign-in an hour earlier, and ages the account accordingly. Tokens of the Auth emulator have no signature, so a
 * test can change them.
 */
const ageToken = async (token: string): Promise<string> => {
  const [header = '', payload = '', ...signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
  const older = { ...claims, auth_time: claims.auth_time - hourSeconds };
  await ageAccount(older);
  return [header, Buffer.from(JSON.stringify(older)).toString('base64url'), ...signature].join('.');
};

/**
 * Makes the server believe that the page signed in an hour earlier, until the page signs in again. Only requests to `/users/…` and
 * `/me/…` are changed. Call this when the page is signed in.
 */
export const ageSignIn = async (page: Page): Promise<void> => {
  let isOld = true;
  page.on('response', (response) => {
    if (response.url().includes('accounts:signInWithPassword') && response.ok()) isOld = false;
  });
  await page.route(/\/(users|me)\//, async (route) => {
    const headers = await route.request().allHeaders();
    const token = headers.authorization?.replace(/^Bearer /, '');
    if (!isOld || token === undefined) return route.continue();
    await route.continue({
      headers: { ...headers, authorization: `Bearer ${await ageToken(token)}` },
    });
  });
};
