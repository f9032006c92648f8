import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UserType } from '#contract/schemas/users.ts';
import { reserveFreePort } from '#platform/free-port.ts';
import { userIdOf } from '#platform/identity/record-ids.ts';
import { startPostgresServer } from '#platform/postgres-server/server.ts';
import { closeOnSignal } from '#platform/testing/close-on-signal.ts';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import { startProgram } from '#platform/testing/start-program.ts';
import type { Person, Target } from '../target.ts';
import { openEventReader } from './event-reader.ts';
import { readMemory } from './memory.ts';
import { changeClaims, readUid } from './tokens.ts';

const monthSeconds = 30 * 86_400;

const post = async (url: string, body: object, token?: string): Promise<Record<string, unknown>> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(longWait.timeout),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${new URL(url).pathname}: ${response.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
};

/**
 * Starts the one-machine edition without the demo school, on an embedded PostgreSQL and in a temporary folder. Its rate limits
 * are off (`RATE_LIMIT_PER_MINUTE=0`). Disposing the product, or a signal to this process, ends it and deletes its folder.
 */
export const startProduct = async (): Promise<Target & AsyncDisposable> => {
  const resources = new AsyncDisposableStack();
  const close = closeOnSignal(async () => {
    await starting.catch(() => {});
    await resources.disposeAsync();
  });
  const starting = start(resources);
  try {
    return { ...(await starting), [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
};

const start = async (resources: AsyncDisposableStack): Promise<Target> => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-attack-'));
  resources.defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = resources.use(await startPostgresServer({ folder, isVolatile: true }));
  const port = await reserveFreePort();
  const program = await startProgram('local/main.ts', ['--empty'], {
    env: {
      ...inheritedEnvironment(),
      ...{ HOST: '127.0.0.1', PORT: `${port}`, AUTH_EMULATOR_PORT: `${await reserveFreePort()}` },
      ...{ DATA_DIR: join(folder, 'data'), DATABASE_URL: postgres.url, RATE_LIMIT_PER_MINUTE: '0' },
    },
    readyText: 'Lyceum is ready:',
  });
  resources.defer(program.end);
  const events = openEventReader(postgres.url);
  resources.defer(events.close);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    ...createAccountFunctions(url),
    readEvents: events.readEvents,
    readMemory: () => readMemory(program.pid, postgres.pid),
  };
};

/** Returns the functions of the target that deal with accounts. Their requests to the Auth emulator go through the product, like those of its client. */
const createAccountFunctions = (
  url: string,
): Pick<Target, 'register' | 'createUnregistered' | 'invalidTokens'> => {
  let accounts = 0;
  const createUnregistered = async (): Promise<Person> => {
    accounts += 1;
    const email = `person-${accounts}@school.example`;
    const account = { email, password: 'open sesame, please', returnSecureToken: true };
    const { idToken } = await post(
      `${url}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo`,
      account,
    );
    // In a long run the token would expire, and the sign-in would no longer be recent, so both times are moved into the future.
    // The address counts as verified, because nobody reads the mails.
    const later = Math.floor(Date.now() / 1000) + monthSeconds;
    const token = changeClaims(String(idToken), { exp: later, auth_time: later, email_verified: true });
    return { email, token, userId: userIdOf(readUid(token)) };
  };
  return {
    createUnregistered,
    register: async (userType: UserType) => {
      const person = await createUnregistered();
      const profile = { name: `Person ${accounts}`, imageUrl: '/mark.svg', email: person.email, userType };
      await post(`${url}/users`, profile, person.token);
      return person;
    },
    // The emulator's tokens are unsigned. A wrong claim or a missing part makes them invalid.
    invalidTokens: ({ token }) => [
      changeClaims(token, { exp: 1_700_000_000 }),
      changeClaims(token, { aud: 'another-project' }),
      changeClaims(token, { iss: 'https://securetoken.google.com/another-project' }),
      changeClaims(token, { sub: '' }),
      token.slice(0, -8),
    ],
  };
};
