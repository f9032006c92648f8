import { userIdOf } from '#platform/identity/record-ids.ts';

/** A user of the school. The token is unsigned: the services accept it because their identity provider is an emulator. */
export type Person = { uid: string; userId: string; email: string; token: string };

export const projectId = 'demo-lyceum';
const tokenLifetimeSeconds = 3_600;

const base64Json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const createToken = (uid: string, email: string): string => {
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: uid,
    user_id: uid,
    auth_time: now,
    iat: now,
    exp: now + tokenLifetimeSeconds,
    email,
    email_verified: true,
    firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
  };
  return `${base64Json({ alg: 'none', typ: 'JWT' })}.${base64Json(claims)}.`;
};

/** Creates people with tokens that are valid for an hour. */
export const createPeople = (group: string, count: number): Person[] =>
  Array.from({ length: count }, (_, number) => {
    const uid = `${group}-${number}`;
    const email = `${uid}@example.org`;
    return { uid, userId: userIdOf(uid), email, token: createToken(uid, email) };
  });
