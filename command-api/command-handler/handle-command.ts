import { headers } from '#contract/headers.ts';
import { ArchiveError } from '#events/archive/archive-error.ts';
import { UnknownEventError } from '#events/catalogue/codec/codec.ts';
import type { CommandExecutor } from '#events/log/command-executor.ts';
import { classifyFailure } from '#events/log/database-failure.ts';
import { type LogReader, LogUnavailableError } from '#events/log/log.ts';
import { PersonRemovedError } from '#events/log/person-keys.ts';
import type { Context } from '#platform/http/context.ts';
import { dropBody, type JsonBody, readJsonBody } from '#platform/http/json-body.ts';
import { addressKey, type RateLimit } from '#platform/http/rate-limit.ts';
import { validateInput } from '#platform/http/validate-input.ts';
import { identifyRequest } from '#platform/identity/identify-request.ts';
import type { Identity, IdentityVerifier } from '#platform/identity/identity-verifier.ts';
import { requireRecentSignIn } from '#platform/identity/recent-sign-in.ts';
import { lacksSecondFactor, secondFactorError } from '#platform/identity/second-factor.ts';
import { ProblemError, problemError, retryLaterError, tokenInvalidError } from '#platform/problems.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import { userById } from '../aggregates/user.ts';
import { accountRemovedError } from '../authorization.ts';
import {
  answerRepetition,
  type CommandHandler,
  type CommandOutcome,
  type FileAnswer,
} from './command-handler.ts';
import type { FollowSignIn } from './follow-sign-in.ts';
import {
  canonicalPath,
  commandIdOf,
  type IdempotencyKey,
  readIdempotencyKey,
  scopeIdempotencyKey,
} from './idempotency-key.ts';
import { traceDecision } from './trace-commands.ts';

export type CommandDependencies = {
  executor: CommandExecutor;
  reader: Pick<LogReader, 'historyId'>;
  /** Runs before a command is authorized, because it may change the role. Skipped if the provider no longer has the account. */
  followSignIn: FollowSignIn;
  verifier: Pick<IdentityVerifier, 'verify'>;
  limits: { user: RateLimit; address: RateLimit };
  clock: () => Date;
  tracing: Tracing | null;
};

/** One request while it is handled. */
type CommandCall = {
  handler: CommandHandler;
  context: Context;
  executor: CommandExecutor;
  identity: Identity;
  idempotencyKey: IdempotencyKey;
  arrivedAt: Date;
  tracing: Tracing | null;
};

/** Handles one request: rate limits, sign-in, authorization, input, decision and append, response with the log position. */
export const handleCommand = async (
  handler: CommandHandler,
  context: Context,
  { executor, reader, followSignIn, verifier, limits, clock, tracing }: CommandDependencies,
): Promise<void> => {
  context.state.route = handler.endpoint.path;
  context.state.isData = true;
  const arrivedAt = clock();
  const identity = await authenticate(context, verifier, limits);
  const idempotencyKey = readIdempotencyKey(context.req);
  const call = { handler, context, executor, identity, idempotencyKey, arrivedAt, tracing };
  const outcome = await withLogFailuresAsProblems(async () => {
    if (identity.hasAccount) await followSignIn(identity, context.state.requestId);
    return presentOutcome(call, (await refuseOrRepeat(call)) ?? (await execute(call)));
  }).catch((error: unknown) => {
    throw error instanceof PersonRemovedError ? personRemovedError(identity, error) : error;
  });
  if (outcome.outcome === 'email-taken')
    throw problemError(
      'email-taken',
      'Somebody else is registered with this e-mail address. Sign in with another address, or ask an Admin.',
    );
  if (outcome.outcome === 'key-reused')
    throw problemError(
      'key-reused',
      'This Idempotency-Key was already used with another body. Use a new key.',
    );
  if (outcome.outcome === 'over-budget') throw overBudgetError(clock());
  if (outcome.outcome === 'file') return respondWithFile(context, outcome.file);
  await handler.beforeAnswer?.();
  context.status = outcome.answer.status;
  context.body = outcome.answer.body;
  context.set('Cache-Control', 'no-store');
  if (outcome.outcome === 'state-written') return;
  context.set({
    [headers.logPosition]: String(outcome.position),
    // The command was executed. If this fails, the client must repeat the command to get the stored answer.
    [headers.logId]: await withLogFailuresAsProblems(() => reader.historyId()),
  });
};

/** Counts the request and identifies the caller. @throws `too-many-requests`, `sign-in-required`, `token-invalid`, `unavailable`. */
const authenticate = async (
  context: Context,
  verifier: CommandDependencies['verifier'],
  limits: CommandDependencies['limits'],
): Promise<Identity> => {
  await limits.address.count(addressKey(context.state.address));
  const identity = await identifyRequest(context.req, verifier);
  if (identity === null) throw problemError('sign-in-required', 'Sign in to do this.');
  context.state.userId = identity.userId;
  await limits.user.count(identity.userId);
  return identity;
};

/**
 * Authorizes the caller before the body is read. If the caller is refused but the command was executed before with the same key
 * and body, the caller gets the stored answer, because the first answer may have been lost. Since then, this command or another one may have
 * changed the role, or the sign-in may have become too old.
 * @returns null if the caller is authorized; otherwise the outcome for a known key (see {@link answerRepetition}). @throws the refusal.
 */
const refuseOrRepeat = async (call: CommandCall): Promise<CommandOutcome | null> => {
  const { handler, executor, identity } = call;
  try {
    await executor.check({ caller: userById(identity.userId) }, ({ caller }) => {
      if (!identity.hasAccount && caller.status !== 'removed') throw tokenInvalidError();
      if (caller.status === 'registered' && lacksSecondFactor(identity, caller.userType))
        throw secondFactorError();
      handler.authorize(identity, caller);
      if (handler.endpoint.needsRecentSignIn) requireRecentSignIn(identity, Date.now());
    });
    return null;
  } catch (refusal) {
    if (!(refusal instanceof ProblemError) || !call.idempotencyKey.isFromClient) throw refusal;
    const { hash } = await readBody(call).catch(() => noBody);
    return answerRepetition(executor, { key: scopedKeyOf(call), bodyHash: hash }, refusal);
  }
};

/** Validates the input and executes the command. @throws a ProblemError for invalid input or an invalid body; the refusal. */
const execute = async (call: CommandCall): Promise<CommandOutcome> => {
  const { handler, context, executor, identity, idempotencyKey, arrivedAt, tracing } = call;
  const { requestId } = context.state;
  const { endpoint } = handler;
  const params = endpoint.params === null ? null : validateInput(endpoint.params, context.params);
  const { value, hash } = await readBody(call);
  const body =
    endpoint.body === null
      ? null
      : validateInput(endpoint.body, value ?? (endpoint.isBodyOptional ? {} : undefined));
  const key = scopedKeyOf(call);
  return handler.execute(
    executor,
    { params, body, identity, key: idempotencyKey.key, arrivedAt },
    {
      commandId: commandIdOf(key),
      correlationId: requestId,
      commandKey: { key, bodyHash: hash },
      ...(tracing
        ? { onDecided: (startedAt, refusal) => traceDecision(tracing, requestId, startedAt, refusal) }
        : {}),
    },
  );
};

const noBody: JsonBody = { value: undefined, hash: 'none' };

/** Reads the body. If the endpoint has none, a body that the client sends anyway is read and dropped. */
const readBody = async ({ handler, context }: CommandCall): Promise<JsonBody> => {
  if (handler.endpoint.body !== null) return readJsonBody(context.req);
  await dropBody(context.req);
  return noBody;
};

/** Returns the scoped key, which is the same for each spelling of the path. */
const scopedKeyOf = ({ handler, context, identity, idempotencyKey }: CommandCall): string =>
  scopeIdempotencyKey({
    userId: identity.userId,
    method: context.method,
    path: canonicalPath(handler.endpoint, context.params),
    key: idempotencyKey.key,
  });

/** Replaces the stored answer of an outcome with the presented one, if the handler has the step `presentAnswer`. */
const presentOutcome = async (
  { handler: { presentAnswer }, executor }: CommandCall,
  outcome: CommandOutcome,
): Promise<CommandOutcome> => {
  if (!('answer' in outcome) || !presentAnswer) return outcome;
  const { answer } = outcome;
  return { ...outcome, answer: { ...answer, body: await presentAnswer(executor, answer.body) } };
};

/** Returns the refusal of a command that would store personal data of a person whose key is destroyed. */
const personRemovedError = ({ userId }: Identity, cause: PersonRemovedError): ProblemError =>
  cause.person === userId
    ? accountRemovedError()
    : problemError('conflict', 'The account of this user was removed, so nothing can be saved for them.');

const dayMs = 86_400_000;

/** Budgets are counted per day in UTC. */
const overBudgetError = (now: Date): ProblemError =>
  retryLaterError(
    'too-many-requests',
    'You have changed as much as is allowed in one day. Everything so far is saved. Go on after midnight (UTC), or ask the operator of the school to raise the limit.',
    (dayMs - (now.getTime() % dayMs)) / 1_000,
  );

/** How long a client should wait before it retries while the log is unavailable. */
const retryAfterSeconds = 2;

/**
 * Runs the work. @throws `unavailable` if the log cannot be read or written at the moment, or if a stream contains an event of a
 * newer release. In the second case, a retry can succeed on a node of that release.
 */
const withLogFailuresAsProblems = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    if (error instanceof UnknownEventError)
      throw retryLaterError('unavailable', 'Lyceum is being updated. Try again.', retryAfterSeconds, error);
    // A lost connection may surface while reading, before the append could report it.
    if (
      error instanceof LogUnavailableError ||
      error instanceof ArchiveError ||
      classifyFailure(error) !== 'permanent'
    )
      throw retryLaterError(
        'unavailable',
        'Changes cannot be saved at the moment. Try again.',
        retryAfterSeconds,
        error,
      );
    throw error;
  }
};

const respondWithFile = (context: Context, { name, type, content }: FileAnswer): void => {
  context.status = 200;
  context.attachment(name);
  context.type = type;
  context.set('Cache-Control', 'private, no-store');
  // Proxies must not buffer the file: it is generated at the speed at which the client reads it.
  context.set('X-Accel-Buffering', 'no');
  context.body = content;
};
