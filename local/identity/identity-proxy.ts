import { type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import { clientAddress } from '#platform/http/client-address.ts';
import { addressKey, createRateLimit } from '#platform/http/rate-limit.ts';
import { ProblemError } from '#platform/problems.ts';
import { readBody } from './read-body.ts';
import { createSignInLockout } from './sign-in-lockout.ts';

/**
 * The identity provider's endpoints for browsers. They are proxied on the product's own origin, so that sign-in works wherever the
 * product is reached (a forwarded port, another name) and the content security policy stays narrow. Endpoints for owners of the
 * emulator (list, import, remove accounts) are not included.
 */
const allowedPaths = [
  /^\/identitytoolkit\.googleapis\.com\/v1\/accounts:\w+$/,
  /^\/identitytoolkit\.googleapis\.com\/v1\/(projects|recaptchaParams)$/,
  /^\/identitytoolkit\.googleapis\.com\/v2\/(passwordPolicy|recaptchaConfig)$/,
  /^\/securetoken\.googleapis\.com\/v1\/token$/,
  /^\/emulator\/action$/,
];

const pathOf = (incoming: IncomingMessage) => (incoming.url ?? '/').split('?')[0] ?? '/';

/** Returns whether a request is for the identity provider rather than for a service. */
export const isIdentityRequest = (incoming: IncomingMessage): boolean =>
  allowedPaths.some((pattern) => pattern.test(pathOf(incoming)));

/** Headers that belong to one connection, and `Authorization`, because the emulator accepts `Bearer owner` for everything. */
const droppedHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'authorization']);

const forwardedHeaders = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !droppedHeaders.has(name)));

/** Sends a refusal in the identity provider's format, which the client library can read. */
const refuse = (
  outgoing: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
) => {
  if (outgoing.headersSent) return outgoing.destroy();
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
  return outgoing.end(JSON.stringify({ error: { code: status, message, errors: [] } }));
};

const refuseUnavailable = (outgoing: ServerResponse, sentence: string) =>
  refuse(outgoing, 503, `UNAVAILABLE : ${sentence}`, { 'retry-after': '1' });

/** The rest of such a body is not read, so the connection is closed. */
const refuseBody = (outgoing: ServerResponse, reason: 'too-large' | 'too-slow') =>
  reason === 'too-large'
    ? refuse(outgoing, 413, 'PAYLOAD_TOO_LARGE : The body may have at most 16 KB.', { connection: 'close' })
    : refuse(outgoing, 408, 'TIMEOUT : The body arrived too slowly.', { connection: 'close' });

/** The timeout for an emulator that is still starting, and for each of its answers. */
const timeoutMs = 30_000;

export type IdentityProxyOptions = {
  /** host:port of the emulator. */
  address: string;
  /** Resolves when the emulator has started. Requests wait for it. */
  ready: Promise<void>;
  /** Calls per minute and address; 0: no limit. Passwords are limited in any case. */
  callsPerMinute: number;
  trustedProxies: BlockList;
  /** The time in which a body must arrive; default 10 s. */
  bodyTimeoutMs?: number;
};

/** Resolves when the emulator is ready. @throws Error if it has failed or takes longer than 30 s. */
const waitFor = async (ready: Promise<void>): Promise<void> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('late')), timeoutMs);
  await Promise.race([ready, late.promise]).finally(() => clearTimeout(timer));
};

const emailIn = (body: Buffer): string => {
  try {
    const { email } = JSON.parse(body.toString()) as { email?: unknown };
    return typeof email === 'string' ? email : '';
  } catch {
    return '';
  }
};

/** Creates a proxy for the emulator, with the limits that the emulator lacks. */
export const createIdentityProxy = (options: IdentityProxyOptions): RequestListener => {
  const limit = createRateLimit(options.callsPerMinute);
  const lockout = createSignInLockout();
  const target = new URL(`http://${options.address}`);

  const forward = (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    body: Buffer,
    onStatus: (status: number) => void,
  ) => {
    const upstream = request(
      {
        host: target.hostname,
        port: target.port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...forwardedHeaders(incoming.headers), 'content-length': body.length },
        timeout: timeoutMs,
      },
      (answer) => {
        const status = answer.statusCode ?? 502;
        onStatus(status);
        outgoing.writeHead(status, forwardedHeaders(answer.headers));
        answer.pipe(outgoing);
        answer.once('error', () => outgoing.destroy());
      },
    );
    upstream.once('timeout', () => upstream.destroy(new Error('timeout')));
    upstream.once('error', () => refuseUnavailable(outgoing, 'The identity provider does not answer.'));
    outgoing.once('close', () => upstream.destroy());
    upstream.end(body);
  };

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const caller = addressKey(clientAddress(incoming, options.trustedProxies));
    try {
      await limit.count(caller);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return refuse(outgoing, 429, `TOO_MANY_ATTEMPTS_TRY_LATER : ${error.message}`, {
        ...{ 'retry-after': `${error.retryAfter ?? 1}`, connection: 'close' },
      });
    }
    if (incoming.headers['content-encoding'] !== undefined)
      return refuse(outgoing, 415, 'INVALID_ARGUMENT : Send the body uncompressed.', { connection: 'close' });
    const body = await readBody(incoming, options.bodyTimeoutMs ?? 10_000);
    if (body === null) return outgoing.destroy();
    if (typeof body === 'string') return refuseBody(outgoing, body);
    try {
      await waitFor(options.ready);
    } catch {
      return refuseUnavailable(outgoing, 'The identity provider has not started.');
    }
    if (outgoing.destroyed) return;
    if (!pathOf(incoming).endsWith(':signInWithPassword')) return forward(incoming, outgoing, body, () => {});
    const email = emailIn(body);
    const secondsToWait = await lockout.countTry(caller, email);
    if (secondsToWait === null)
      return forward(incoming, outgoing, body, (status) => {
        if (status === 200) void lockout.succeed(caller, email);
      });
    return refuse(
      outgoing,
      400,
      'TOO_MANY_ATTEMPTS_TRY_LATER : Too many wrong passwords. Wait five minutes and try again.',
      { 'retry-after': `${secondsToWait}` },
    );
  };

  return (incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => refuseUnavailable(outgoing, 'The request could not be answered.'));
  };
};
