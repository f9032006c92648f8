import type { UserType } from '#contract/schemas/users.ts';

const requestTimeoutMs = 15_000;
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

/** Creates an account, registers its user and returns the token. */
export const register = async (edgeUrl: string, name: string, userType: UserType): Promise<string> => {
  const email = `${name}@school.example`;
  const { idToken } = await post(
    `${edgeUrl}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo-key`,
    {
      ...{ email, password: 'open sesame, please', returnSecureToken: true },
    },
  );
  const token = extend(String(idToken));
  await post(`${edgeUrl}/users`, { name, email, userType, imageUrl: '/mark.svg' }, token);
  return token;
};
