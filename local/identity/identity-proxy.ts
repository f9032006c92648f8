import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import { rejectAfter } from '#concurrency/reject-after.ts';
import { findPasswordProblem, type PasswordPolicy } from '#contract/password-policy.ts';
import { describeFailure } from '#events/log/describe-failure.ts';
import { clientAddress } from '#platform/http/client-address.ts';
import { isFromOwnOrigin, isOwnHost } from '#platform/http/own-origin.ts';
import { addressKey, createRateLimit, type RateLimit } from '#platform/http/rate-limit.ts';
import { ProblemError } from '#platform/problems.ts';
import {
  type BodyToForward,
  type Call,
  createBodyToForward,
  createQueryToForward,
  findCall,
  methodOf,
} from './accepted-calls.ts';
import { formatPasswordPolicy, isEnforced } from './password-policy-answer.ts';
import { readBody } from './read-body.ts';
import { createSignInLockout } from './sign-in-lockout.ts';

const pathOf = (incoming: IncomingMessage) => (incoming.url ?? '/').split('?')[0] ?? '/';

/** Returns whether a request is for the identity provider rather than for a service. */
export const isIdentityRequest = (incoming: IncomingMessage): boolean => findCall(pathOf(incoming)) !== null;

/**
 * The answer headers that are passed on. The others are dropped, because the emulator allows every site named in `Origin` to read
 * its answers. Of a request, only the header `Accept` is passed on: with `Authorization: Bearer owner`, the emulator would permit everything.
 */
const answerHeaders = new Set(['content-type', 'retry-after']);

const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Sends a refusal in the identity provider's format, which the client library can read. */
const refuse = (
  outgoing: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void => {
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(status, { ...securityHeaders, 'content-type': 'application/json', ...headers });
  outgoing.end(JSON.stringify({ error: { code: status, message, errors: [] } }));
};

/**
 * Refuses a call that may succeed later. When a page opens, the client library asks with `lookup` or `renewToken` who is signed in.
 * It ends the session after any error in the provider's format, but not after an answer that it cannot read.
 */
const refuseTemporarily = (
  outgoing: ServerResponse,
  call: Call | null,
  status: 408 | 429 | 503,
  message: string,
  headers: Record<string, string>,
): void => {
  if (outgoing.headersSent || (call !== 'lookup' && call !== 'renewToken')) {
    refuse(outgoing, status, message, headers);
    return;
  }
  outgoing.writeHead(status, { ...securityHeaders, 'content-type': 'text/plain; charset=utf-8', ...headers });
  outgoing.end(message);
};

const refuseUnavailable = (outgoing: ServerResponse, call: Call | null, sentence: string) =>
  refuseTemporarily(outgoing, call, 503, `UNAVAILABLE : ${sentence}`, { 'retry-after': '1' });

/** Refuses a body. The rest of it is not read, so the connection is closed. */
const refuseBody = (outgoing: ServerResponse, call: Call, reason: 'too-large' | 'too-slow') =>
  reason === 'too-large'
    ? refuse(outgoing, 413, 'PAYLOAD_TOO_LARGE : The body may have at most 16 KB.', { connection: 'close' })
    : refuseTemporarily(outgoing, call, 408, 'TIMEOUT : The body arrived too slowly.', {
        connection: 'close',
      });

/** The timeout for an emulator that is still starting, and for each of its answers. */
const timeoutMs = 30_000;

export type IdentityProxyOptions = {
  /** The emulator's address: host, port and secret. */
  address: string;
  /** Resolves when the emulator has started. Requests wait for it. */
  ready: Promise<void>;
  /** Calls per minute and IP address; 0: no limit. Passwords and e-mails are always limited. */
  callsPerMinute: number;
  trustedProxies: BlockList;
  /** The address at which users reach the product; null if they use only loopback names. */
  publicUrl: string | null;
  /** The rules that new passwords must meet. */
  passwordPolicy: PasswordPolicy;
  /** The time in which a body must arrive; default 10 s. */
  bodyTimeoutMs?: number;
};

const queryToForward = (incoming: IncomingMessage): URLSearchParams =>
  createQueryToForward(new URLSearchParams((incoming.url ?? '').split('?').slice(1).join('?')));

const emailIn = (answer: string): string => {
  try {
    const { email } = JSON.parse(answer) as { email?: unknown };
    return typeof email === 'string' ? email : '';
  } catch {
    return '';
  }
};

/** Firebase answers with this text in place of the hash of a password: "REDACTED" in base64. */
const redacted = 'UkVEQUNURUQ=';

/**
 * Returns an answer of the emulator without passwords. Each account in an answer has a "hash" that contains the readable password, so a
 * stolen token would reveal a password that may also be used elsewhere.
 */
const withoutPasswords = (answer: string): string => {
  try {
    return JSON.stringify(
      JSON.parse(answer, (name, value: unknown) =>
        name === 'passwordHash' || name === 'salt' ? redacted : value,
      ),
    );
  } catch {
    return answer;
  }
};

/** How many e-mails an IP address may cause per minute: each e-mail is a line in the operator's terminal and a code in the emulator's memory. */
const emailsPerMinute = 10;

/**
 * Creates a proxy for the emulator on the product's own origin. Sign-in then works wherever the product is reached (a forwarded port, a
 * different name), and the content security policy stays narrow. The proxy accepts only the client's calls, with the limits that the
 * emulator lacks.
 */
export const createIdentityProxy = (options: IdentityProxyOptions): RequestListener => {
  const callLimit = createRateLimit(options.callsPerMinute);
  const emailLimit = createRateLimit(emailsPerMinute);
  const lockout = createSignInLockout();

  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse, body: BodyToForward) => {
    const answer = await fetch(`http://${options.address}${pathOf(incoming)}?${queryToForward(incoming)}`, {
      method: incoming.method ?? 'GET',
      headers: {
        accept: incoming.headers.accept ?? '*/*',
        'content-type': body.contentType,
        // The emulator closes idle connections, and a call on a connection that is being closed would be lost.
        connection: 'close',
      },
      body: body.text === '' ? null : body.text,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const content = withoutPasswords(await answer.text());
    const headers = [...answer.headers].filter(([name]) => answerHeaders.has(name));
    const length = { 'content-length': Buffer.byteLength(content) };
    outgoing.writeHead(answer.status, { ...securityHeaders, ...Object.fromEntries(headers), ...length });
    outgoing.end(content);
    return { isSuccess: answer.status === 200, content };
  };

  /** Counts a call, and refuses it beyond the limit. @returns whether it was refused. */
  const refuseBeyondLimit = async (
    limit: RateLimit,
    caller: string,
    outgoing: ServerResponse,
    call: Call | null,
  ): Promise<boolean> => {
    try {
      await limit.count(caller);
      return false;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      refuseTemporarily(outgoing, call, 429, `TOO_MANY_ATTEMPTS_TRY_LATER : ${error.message}`, {
        ...{ 'retry-after': `${error.retryAfter ?? 1}`, connection: 'close' },
      });
      return true;
    }
  };

  const sendPolicy = (outgoing: ServerResponse) => {
    outgoing.writeHead(200, { ...securityHeaders, 'content-type': 'application/json' });
    outgoing.end(JSON.stringify(formatPasswordPolicy(options.passwordPolicy)));
  };

  /** Refuses a new password that does not meet the policy, as Firebase does. @returns whether it was refused. */
  const refusePassword = (outgoing: ServerResponse, newPassword: string | null): boolean => {
    if (newPassword === null || !isEnforced(options.passwordPolicy)) return false;
    const problem = findPasswordProblem(options.passwordPolicy, newPassword);
    if (problem !== null) refuse(outgoing, 400, `PASSWORD_DOES_NOT_MEET_REQUIREMENTS : ${problem}`);
    return problem !== null;
  };

  const tryPassword = async (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    body: BodyToForward,
    caller: string,
  ) => {
    const secondsToWait = await lockout.countTry(caller, body.email);
    if (secondsToWait !== null)
      return refuse(
        outgoing,
        400,
        'TOO_MANY_ATTEMPTS_TRY_LATER : Too many wrong passwords. Wait five minutes and try again.',
        { 'retry-after': `${secondsToWait}` },
      );
    const { isSuccess } = await forward(incoming, outgoing, body);
    if (isSuccess) await lockout.recordSuccess(caller, body.email);
  };

  const answerCall = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!isOwnHost(incoming.headers.host, options.publicUrl))
      return refuse(outgoing, 403, 'PERMISSION_DENIED : This is not the address of this school.');
    if (!isFromOwnOrigin(incoming.headers, options.publicUrl))
      return refuse(outgoing, 403, "PERMISSION_DENIED : Another site's page must not sign in here.");
    if (incoming.headers.authorization !== undefined)
      return refuse(
        outgoing,
        403,
        'PERMISSION_DENIED : Calls with an Authorization header are not accepted here.',
      );
    const caller = addressKey(clientAddress(incoming, options.trustedProxies));
    const call = findCall(pathOf(incoming));
    if (await refuseBeyondLimit(callLimit, caller, outgoing, call)) return;
    if (call === null)
      return refuse(outgoing, 404, 'NOT_FOUND : The school does not offer this.', { connection: 'close' });
    if (incoming.method !== methodOf(call))
      return refuse(outgoing, 405, `METHOD_NOT_ALLOWED : Send ${methodOf(call)}.`, {
        ...{ allow: methodOf(call), connection: 'close' },
      });
    if (call === 'passwordPolicy') return sendPolicy(outgoing);
    if (call === 'sendOobCode' && (await refuseBeyondLimit(emailLimit, caller, outgoing, call))) return;
    if (incoming.headers['content-encoding'] !== undefined)
      return refuse(outgoing, 415, 'INVALID_ARGUMENT : Send the body uncompressed.', { connection: 'close' });
    const body = await readBody(incoming, options.bodyTimeoutMs ?? 10_000);
    if (body === null) return;
    if (typeof body === 'string') return refuseBody(outgoing, call, body);
    const bodyToForward = createBodyToForward(call, body);
    if (bodyToForward === 'too-large')
      return refuse(outgoing, 413, 'PAYLOAD_TOO_LARGE : The fields have too many characters.');
    if (bodyToForward === 'invalid')
      return refuse(
        outgoing,
        400,
        'INVALID_ARGUMENT : The body lacks a field, or has one that is not accepted here.',
      );
    for (const chosen of [bodyToForward.newPassword, queryToForward(incoming).get('newPassword')])
      if (refusePassword(outgoing, chosen)) return;
    try {
      await rejectAfter(timeoutMs, options.ready, 'The emulator did not start in time.');
    } catch {
      return refuseUnavailable(outgoing, call, 'The identity provider has not started.');
    }
    if (outgoing.destroyed) return;
    if (call === 'signInWithPassword') return tryPassword(incoming, outgoing, bodyToForward, caller);
    const { isSuccess, content } = await forward(incoming, outgoing, bodyToForward);
    // People who forgot their password have often tried wrong ones.
    if (isSuccess && call === 'resetPassword' && bodyToForward.newPassword !== null)
      await lockout.forgetWrongPasswords(caller, emailIn(content));
  };

  return (incoming, outgoing) => {
    answerCall(incoming, outgoing).catch((error: unknown) => {
      // The message of `fetch` is only "fetch failed". Its cause says why.
      const failure = error instanceof Error ? (error.cause ?? error) : error;
      process.stderr.write(`The identity provider does not answer: ${describeFailure(failure)}\n`);
      refuseUnavailable(outgoing, findCall(pathOf(incoming)), 'The identity provider does not answer.');
    });
  };
};
