import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '#contract/calls/call.ts';
import { allCalls } from '#contract/calls.ts';
import { may, type Permission, policies } from '#contract/policies.ts';
import { userTypes } from '#contract/users.ts';
import { startTestCommandApi, type TestCommandApi } from '../testing/command-api.ts';

let api: TestCommandApi;
const tokens = new Map<string, string>();
beforeAll(async () => {
  api = await startTestCommandApi();
  for (const userType of userTypes) tokens.set(userType, (await api.person(userType)).token);
});
afterAll(() => api[Symbol.asyncDispose]());

const commands = allCalls.filter((call) => call.method !== 'GET');
/** Without a body: whoever is let in hears that it is missing, or that there is nothing of this id. */
const send = (call: Call, token: string | null) =>
  api.call(call.method, call.path.replace('{id}', randomUUID()).replace('{email}', 'nobody@school.example'), {
    token,
  });

const permitted = commands.filter((call): call is Call & { who: Permission } => call.who in policies);
const cases = permitted.flatMap((call) => userTypes.map((userType) => [call, userType] as const));

test.each(cases.map(([call, userType]) => [`${call.method} ${call.path}`, userType, call] as const))(
  '%s by a %s is as the table of policies says',
  async (_, userType, call) => {
    const answer = await send(call, tokens.get(userType) ?? null);
    if (may(userType, call.who)) {
      // A call for oneself may still refuse another's record, after the input was read.
      expect([200, 400]).toContain(answer.status);
    } else expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
  },
);

test.each(commands.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s by a visitor is 401; by who has not registered 403, unless it is the registration',
  async (_, call) => {
    expect((await send(call, null)).status).toBe(401);
    const answer = await send(call, api.provider.token());
    if (call.who === 'signed-in') expect(answer.status).toBe(400);
    else expect([answer.status, answer.body.code]).toEqual([403, 'registration-incomplete']);
  },
);

test('every command of the table of calls is answered, and none besides', async () => {
  for (const call of commands) {
    const { status, body } = await send(call, null);
    expect([call.path, status, body.code]).toEqual([call.path, 401, 'sign-in-required']);
  }
  for (const call of allCalls.filter(({ method }) => method === 'GET')) {
    const answer = await send(call, null);
    expect([answer.status, answer.body.detail]).toEqual([404, expect.stringContaining('Another service')]);
  }
});
