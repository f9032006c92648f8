import pLimit from 'p-limit';
import type { UserType } from '#contract/schemas/users.ts';
import { waitUntil } from '../processes/wait-until.ts';

const requestTimeoutMs = 15_000;
const registrationTimeoutMs = 60_000;
const monthSeconds = 30 * 86_400;

/** Extends a token of the Auth emulator, whose tokens are unsigned, so that it does not expire in a long run. */
const extend = (token: string): string => {
  const [header = '', payload = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  const exp = Math.floor(Date.now() / 1000) + monthSeconds;
  return `${header}.${Buffer.from(JSON.stringify({ ...claims, exp })).toString('base64url')}.`;
};

const post = async (url: string, body: object, token?: string): Promise<Record<string, unknown>> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${new URL(url).pathname}: ${response.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
};

/** A registered user with a token for commands and GETs. */
export type Person = { id: string; email: string; token: string };

const password = 'open sesame, please';

/** Signs in to the Auth emulator, or creates an account there. @returns the token. */
const authenticate = async (edgeUrl: string, action: 'signUp' | 'signInWithPassword', email: string) => {
  const url = `${edgeUrl}/identitytoolkit.googleapis.com/v1/accounts:${action}?key=demo-key`;
  const { idToken } = await post(url, { email, password, returnSecureToken: true });
  return extend(String(idToken));
};

/**
 * Creates an account and registers its user. Retries each of the two requests.
 * @throws Error if one of them still fails after a minute.
 */
export const register = async (edgeUrl: string, name: string, userType: UserType): Promise<Person> => {
  const email = `${name}@school.example`;
  const token = await waitUntil(`${email} has an account`, registrationTimeoutMs, () =>
    // If the answer was lost, the account exists.
    authenticate(edgeUrl, 'signUp', email).catch(() => authenticate(edgeUrl, 'signInWithPassword', email)),
  );
  const body = { name, email, userType, imageUrl: '/mark.svg' };
  const { insertedId } = await waitUntil(`${email} is registered`, registrationTimeoutMs, () =>
    post(`${edgeUrl}/users`, body, token),
  );
  return { id: String(insertedId), email, token };
};

const concurrentRegistrations = 8;

/** Registers people named `NAME-1`, `NAME-2` and so on. @throws Error in the cases of {@link register}. */
export const registerPeople = (
  edgeUrl: string,
  name: string,
  count: number,
  userType: UserType,
): Promise<Person[]> =>
  pLimit(concurrentRegistrations).map(
    Array.from({ length: count }, (_, index) => `${name}-${index + 1}`),
    (each) => register(edgeUrl, each, userType),
  );

/** Signs in again. Some commands need a sign-in within the last few minutes. @returns the person with a new token. */
export const signInAgain = async (edgeUrl: string, person: Person): Promise<Person> => ({
  ...person,
  token: await waitUntil(`${person.email} is signed in`, registrationTimeoutMs, () =>
    authenticate(edgeUrl, 'signInWithPassword', person.email),
  ),
});
