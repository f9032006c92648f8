import { headers } from '#events/contract/headers.ts';
import type { LogReader } from '#events/log/log.ts';
import type { Context } from '#platform/http/context.ts';
import { type JsonBody, readJsonBody } from '#platform/http/json-body.ts';
import { addressKey, type RateLimit } from '#platform/http/rate-limit.ts';
import { identityOfRequest } from '#platform/identity/bearer.ts';
import type { Identity, IdentityVerifier } from '#platform/identity/verify.ts';
import { ProblemError, problemError } from '#platform/problems.ts';
import { validate } from '#platform/validate.ts';
import type { Executor, Outcome } from '../execution/executor.ts';
import type { CommandCall } from './command-call.ts';
import { type ActKey, actKeyOf, commandIdOf, scopedKey } from './command-key.ts';

export type CommandServices = {
  executor: Executor;
  reader: Pick<LogReader, 'logId'>;
  verifier: Pick<IdentityVerifier, 'verify'>;
  limits: { person: RateLimit; address: RateLimit };
};

const nothing: JsonBody = { value: undefined, hash: 'none' };

const readBody = async (command: CommandCall, context: Context): Promise<JsonBody> =>
  command.call.body === null ? nothing : readJsonBody(context.req);

const signedIn = async (context: Context, services: CommandServices): Promise<Identity> => {
  await services.limits.address.count(addressKey(context.state.address));
  const identity = await identityOfRequest(context.req, services.verifier);
  if (identity === null) throw problemError('sign-in-required', 'Sign in to do this.');
  await services.limits.person.count(identity.userId);
  return identity;
};

/** The key in its scope. The path is the one that was sent: what a repeat sends again is the same. */
const commandKeyOf = (context: Context, identity: Identity, act: ActKey) =>
  scopedKey({ userId: identity.userId, method: context.method, path: context.path, key: act.key });

/**
 * Whether this person may make the call at all. One who may not any more (they demoted themselves by this very act,
 * and the answer was lost) gets the first answer to a key that was done.
 */
const admit = async (
  command: CommandCall,
  context: Context,
  services: CommandServices,
  who: { identity: Identity; act: ActKey },
): Promise<Outcome | null> => {
  try {
    await services.executor.consider((load) => command.admit(who.identity, load));
    return null;
  } catch (refusal) {
    if (!(refusal instanceof ProblemError) || !who.act.given) throw refusal;
    const { hash } = await readBody(command, context).catch(() => nothing);
    const key = commandKeyOf(context, who.identity, who.act);
    const known = await services.executor.answerOf({ key, bodyHash: hash });
    if (known === null) throw refusal;
    return known;
  }
};

const carryOut = async (
  command: CommandCall,
  context: Context,
  services: CommandServices,
  who: { identity: Identity; act: ActKey },
): Promise<Outcome> => {
  const { call } = command;
  const params = call.params === null ? null : validate(call.params, context.params);
  const body = await readBody(command, context);
  const input = {
    params,
    body: call.body === null ? null : validate(call.body, body.value),
    identity: who.identity,
    key: who.act.key,
  };
  const key = commandKeyOf(context, who.identity, who.act);
  return services.executor.execute({
    commandId: commandIdOf(key),
    correlationId: context.state.requestId,
    key: { key, bodyHash: body.hash },
    decide: (load) => command.run(input, load),
  });
};

/** The way of every command: rate limits, identity, policy, input, decision and append, answer with the log's position. */
export const answerCommand = async (
  command: CommandCall,
  context: Context,
  services: CommandServices,
): Promise<void> => {
  context.state.route = command.call.path;
  const identity = await signedIn(context, services);
  const who = { identity, act: actKeyOf(context.req) };
  const outcome =
    (await admit(command, context, services, who)) ?? (await carryOut(command, context, services, who));
  await command.beforeAnswer?.();
  context.status = outcome.answer.status;
  context.body = outcome.answer.body;
  context.set('Cache-Control', 'no-store');
  context.set(headers.logPosition, String(outcome.position));
  context.set(headers.logId, await services.reader.logId());
};
