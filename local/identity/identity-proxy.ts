import { type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http';

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

const sendFailure = (outgoing: ServerResponse, message: string) => {
  if (outgoing.headersSent) return outgoing.destroy();
  outgoing.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
  // In the identity provider's format, which the client library can read.
  return outgoing.end(JSON.stringify({ error: { code: 503, message, errors: [] } }));
};

/** The timeout for an emulator that is still starting, and for each of its answers. */
const timeoutMs = 30_000;

/**
 * Creates a proxy for the emulator. Requests wait while the emulator is starting.
 * @param options.address host:port of the emulator.
 */
export const createIdentityProxy =
  (options: { address: string; ready: Promise<void> }): RequestListener =>
  (incoming, outgoing) => {
    const target = new URL(`http://${options.address}`);
    const forward = () => {
      const upstream = request(
        {
          host: target.hostname,
          port: target.port,
          method: incoming.method,
          path: incoming.url,
          headers: forwardedHeaders(incoming.headers),
          timeout: timeoutMs,
        },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, forwardedHeaders(answer.headers));
          answer.pipe(outgoing);
          answer.once('error', () => outgoing.destroy());
        },
      );
      upstream.once('timeout', () => upstream.destroy(new Error('timeout')));
      upstream.once('error', () =>
        sendFailure(outgoing, 'UNAVAILABLE : The identity provider does not answer.'),
      );
      outgoing.once('close', () => upstream.destroy());
      incoming.pipe(upstream);
    };
    let isWaiting = true;
    const settle = (work: () => void) => () => {
      if (!isWaiting) return;
      isWaiting = false;
      clearTimeout(timer);
      if (!outgoing.destroyed) work();
    };
    const refuse = () => sendFailure(outgoing, 'UNAVAILABLE : The identity provider has not started.');
    const timer = setTimeout(settle(refuse), timeoutMs);
    options.ready.then(settle(forward), settle(refuse));
  };
