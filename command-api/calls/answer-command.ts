import { headers } from '#contract/headers.ts';
import type { CommandExecutor } from '#events/log/decide.ts';
import { failureOf } from '#events/log/failure.ts';
import { type LogReader, LogUnavailableError } from '#events/log/log.ts';
import type { Context } from '#platform/http/context.ts';
import { type JsonBody, readJsonBody } from '#platform/http/json-body.ts';
import { addressKey, type RateLimit } from '#platform/http/rate-limit.ts';
import { identityOfRequest } from '#platform/identity/bearer.ts';
import type { Identity, IdentityVerifier } from '#platform/identity/verify.ts';
import { ProblemError, problemError, tokenInvalid, tryAgainLater } from '#platform/problems.ts';
import { validate } from '#platform/validate.ts';
import { userOf } from '../users/decide.ts';
import type { CommandCall, FileAnswer, Outcome } from './command-call.ts';
import { type ActKey, actKeyOf, commandIdOf, scopedKey } from './command-key.ts';

export type CommandServices = {
  executor: CommandExecutor;
  reader: Pick<LogReader, 'logId' | 'answerOf'>;
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
  const { identity } = who;
  try {
    await services.executor.consider({ caller: userOf(identity.userId) }, ({ caller }) => {
      if (!identity.exists && caller.status !== 'removed') throw tokenInvalid();
      command.admit(identity, caller);
    });
    return null;
  } catch (refusal) {
    if (!(refusal instanceof ProblemError) || !who.act.given) throw refusal;
    const { hash } = await readBody(command, context).catch(() => nothing);
    const key = commandKeyOf(context, identity, who.act);
    const known = await services.reader.answerOf({ key, bodyHash: hash });
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
    body: call.body === null ? null : validate(call.body, body.value ?? (call.bodyOptional ? {} : undefined)),
    identity: who.identity,
    key: who.act.key,
  };
  const key = commandKeyOf(context, who.identity, who.act);
  return command.run(services.executor, input, {
    commandId: commandIdOf(key),
    correlationId: context.state.requestId,
    command: { key, bodyHash: body.hash },
  });
};

const shown = async (
  { show }: CommandCall,
  outcome: Outcome,
  { executor }: CommandServices,
): Promise<Outcome> => {
  if (outcome.outcome === 'key-reused' || outcome.outcome === 'file' || !show) return outcome;
  const { answer } = outcome;
  return { ...outcome, answer: { ...answer, body: await show(executor, answer.body) } };
};

const whileTheLogAnswers = async (work: () => Promise<Outcome>): Promise<Outcome> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    // Reading may meet the lost line before the append does.
    if (error instanceof LogUnavailableError || failureOf(error) !== 'lasting')
      throw tryAgainLater('unavailable', 'The school cannot write at the moment. Try again.', 2, error);
    throw error;
  }
};

const answerFile = (context: Context, { name, type, content }: FileAnswer): void => {
  context.status = 200;
  context.attachment(name);
  context.type = type;
  context.set('Cache-Control', 'private, no-store');
  // The edge is not to collect it for a slow reader: how fast it is made is how fast it is read.
  context.set('X-Accel-Buffering', 'no');
  context.body = content;
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
  const result = await whileTheLogAnswers(async () =>
    shown(
      command,
      (await admit(command, context, services, who)) ?? (await carryOut(command, context, services, who)),
      services,
    ),
  );
  if (result.outcome === 'key-reused')
    throw problemError(
      'key-reused',
      'This Idempotency-Key was already used with another body. Make a new key.',
    );
  if (result.outcome === 'file') return answerFile(context, result.file);
  await command.beforeAnswer?.();
  context.status = result.answer.status;
  context.body = result.answer.body;
  context.set('Cache-Control', 'no-store');
  if (result.outcome === 'kept') return;
  context.set(headers.logPosition, String(result.position));
  context.set(headers.logId, await services.reader.logId());
};
