import { type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import { clientAddress } from '#platform/http/client-address.ts';
import { isFromOwnOrigin, isOwnHost } from '#platform/http/own-origin.ts';
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

/**
 * The headers that are passed on. All others stay here: the emulator accepts `Authorization: Bearer owner` for everything, and it
 * permits every site that names itself in `Origin` to read its answers.
 */
const requestHeaders = new Set(['accept', 'content-type']);
const answerHeaders = new Set(['content-length', 'content-type', 'location', 'retry-after']);

const pick = (headers: IncomingMessage['headers'], names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.has(name)));

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
) => {
  if (outgoing.headersSent) return outgoing.destroy();
  outgoing.writeHead(status, { ...securityHeaders, 'content-type': 'application/json', ...headers });
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
  /** The emulator's address: host, port and secret. */
  address: string;
  /** Resolves when the emulator has started. Requests wait for it. */
  ready: Promise<void>;
  /** Calls per minute and address; 0: no limit. Passwords are limited in any case. */
  callsPerMinute: number;
  trustedProxies: BlockList;
  /** The address at which users reach the product, if it is more than a name of this machine. */
  publicUrl: string | null;
  /** The time in which a body must arrive; default 10 s. */
  bodyTimeoutMs?: number;
};

/** Resolves when the emulator is ready. @throws Error if it has failed or takes longer than 30 s. */
const waitFor = async (ready: Promise<void>): Promise<void> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('late')), timeoutMs);
  await Promise.race([ready, late.promise]).finally(() => clearTimeout(timer));
};

/** The path and query to forward, without an address of another site to continue at. */
const pathToForward = (incoming: IncomingMessage, publicUrl: string | null): string => {
  const url = URL.parse(`http://localhost${incoming.url}`);
  if (url === null) return '/';
  const next = URL.parse(url.searchParams.get('continueUrl') ?? '');
  if (next === null || !isFromOwnOrigin({ host: incoming.headers.host, origin: next.origin }, publicUrl))
    url.searchParams.delete('continueUrl');
  return url.pathname + url.search;
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
        path: `${target.pathname}${pathToForward(incoming, options.publicUrl)}`,
        headers: { ...pick(incoming.headers, requestHeaders), 'content-length': body.length },
        timeout: timeoutMs,
      },
      (answer) => {
        const status = answer.statusCode ?? 502;
        onStatus(status);
        outgoing.writeHead(status, { ...securityHeaders, ...pick(answer.headers, answerHeaders) });
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
    if (!isOwnHost(incoming.headers.host, options.publicUrl))
      return refuse(outgoing, 403, 'PERMISSION_DENIED : This is not the address of this school.');
    if (!isFromOwnOrigin(incoming.headers, options.publicUrl))
      return refuse(outgoing, 403, "PERMISSION_DENIED : Another site's page must not sign in here.");
    if (incoming.headers.authorization !== undefined)
      return refuse(outgoing, 403, 'PERMISSION_DENIED : Calls of owners are not accepted here.');
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
