import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import { allEndpoints } from '#contract/endpoints.ts';
import { isPermitted, type Permission, policies } from '#contract/policies.ts';
import { userTypes } from '#contract/schemas/users.ts';
import { createLogger } from '#platform/logging.ts';
import { courseBody, startTestCommandApi } from '#testing/command-api.ts';

const api = await startTestCommandApi();
const tokens = new Map<string, string>();
for (const userType of userTypes) tokens.set(userType, (await api.registerUser(userType)).token);

const commands = allEndpoints.filter(({ method }) => method !== 'GET');
/** Sends no body. An authorized user gets the error about the missing body, or an answer for an unknown id. */
const send = ({ method, path }: Endpoint, token: string | null) =>
  api.call(method, path.replace('{id}', randomUUID()).replace('{email}', 'nobody@school.example'), {
    token,
  });

const commandsWithPermission = commands.filter(
  (endpoint): endpoint is Endpoint & { access: Permission } => endpoint.access in policies,
);
const cases = commandsWithPermission.flatMap((endpoint) =>
  userTypes.map((userType) => [endpoint, userType] as const),
);

test.each(
  cases.map(([endpoint, userType]) => [`${endpoint.method} ${endpoint.path}`, userType, endpoint] as const),
)('%s by a user of type %s follows the policies', async (_, userType, endpoint) => {
  const answer = await send(endpoint, tokens.get(userType) ?? null);
  if (isPermitted(userType, endpoint.access)) {
    // A permitted command may still be refused after its input was read.
    expect([200, 400]).toContain(answer.status);
  } else expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
});

test.each(commands.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s refuses visitors with 401, and unregistered users with 403 unless the command is the registration',
  async (_, endpoint) => {
    expect((await send(endpoint, null)).status).toBe(401);
    const answer = await send(endpoint, api.identityProvider.token());
    if (endpoint.access === 'signed-in') expect(answer.status).toBe(400);
    else expect([answer.status, answer.body.code]).toEqual([403, 'registration-incomplete']);
  },
);

test('logs the id of the user whose command is refused with 403, and no id for an unverified token', async () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const loggingApi = await startTestCommandApi({ logger: createLogger({ service: 'test', destination }) });
  const student = await loggingApi.registerUser('Student');
  const remove = (token: string) => loggingApi.call('DELETE', `/users/${randomUUID()}`, { token });
  expect((await remove(student.token)).status).toBe(403);
  expect((await remove('forged')).status).toBe(401);
  const answeredRequests = () =>
    lines
      .map((line) => JSON.parse(line))
      .filter(({ route, status }) => route === '/users/{id}' && status > 200);
  await expect
    .poll(() => answeredRequests().map(({ status, user }) => [status, user]))
    .toEqual([
      [403, student.id],
      [401, undefined],
    ]);
});

test('handles every command of the contract, and no other endpoint', async () => {
  for (const endpoint of commands) {
    const { status, body } = await send(endpoint, null);
    expect([endpoint.path, status, body.code]).toEqual([endpoint.path, 401, 'sign-in-required']);
  }
  for (const endpoint of allEndpoints.filter(({ method }) => method === 'GET')) {
    const answer = await send(endpoint, null);
    expect([answer.status, answer.body.detail]).toEqual([404, expect.stringContaining('Another service')]);
  }
});

test('refuses every command of an Admin who lacks the required second factor, but repeats stored answers', async () => {
  const strict = await startTestCommandApi({ adminSecondFactor: 'required' });
  const { identityProvider, reader } = strict;
  const uid = randomUUID();
  const firebase = { sign_in_provider: 'password', identities: {}, sign_in_second_factor: 'totp' };
  const firstFactorToken = identityProvider.token({ uid });
  const secondFactorToken = identityProvider.token({ uid, claims: { firebase } });
  const body = { name: 'Ada', imageUrl: '/ada.svg', email: `${uid}@school.example`, userType: 'Admin' };
  const key = randomUUID();
  // The caller is not an Admin before the registration, which therefore needs no second factor.
  const registered = await strict.call('POST', '/users', { token: firstFactorToken, body, key });
  expect(registered.status).toBe(200);
  expect((await strict.call('POST', '/users', { token: firstFactorToken, body, key })).body).toEqual(
    registered.body,
  );

  const head = await reader.head();
  for (const { method, path } of commands) {
    const refused = await strict.call(method, path.replace('{id}', randomUUID()), {
      token: firstFactorToken,
    });
    expect([`${method} ${path}`, refused.status, refused.body.code]).toEqual([
      `${method} ${path}`,
      403,
      'second-factor-required',
    ]);
  }
  expect(await reader.head()).toBe(head);
  expect((await strict.call('POST', '/courses', { token: secondFactorToken, body: courseBody })).status).toBe(
    200,
  );
  const student = await strict.registerUser('Student');
  expect((await strict.call('POST', '/bookmarks', { token: student.token })).body.code).toBe('invalid-input');
});
