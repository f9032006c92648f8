import { type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http';

/**
 * The calls of the identity provider that a browser makes. They are let through on the product's own origin, so that
 * signing in works wherever the product is reached (a forwarded port, another name) and the content policy stays
 * narrow. What only an owner of the emulator may do (list, import, remove accounts) is not among them.
 */
const allowed = [
  /^\/identitytoolkit\.googleapis\.com\/v1\/accounts:\w+$/,
  /^\/identitytoolkit\.googleapis\.com\/v1\/(projects|recaptchaParams)$/,
  /^\/identitytoolkit\.googleapis\.com\/v2\/(passwordPolicy|recaptchaConfig)$/,
  /^\/securetoken\.googleapis\.com\/v1\/token$/,
  /^\/emulator\/action$/,
];

const pathOf = (incoming: IncomingMessage) => (incoming.url ?? '/').split('?')[0] ?? '/';

/** Whether the request is for the identity provider rather than for one of the services. */
export const isForIdentity = (incoming: IncomingMessage): boolean =>
  allowed.some((pattern) => pattern.test(pathOf(incoming)));

/** Headers that belong to one connection, and the emulator's key for everything (`Bearer owner`). */
const notPassedOn = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'authorization']);

const passedOn = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !notPassedOn.has(name)));

const failure = (outgoing: ServerResponse, message: string) => {
  if (outgoing.headersSent) return outgoing.destroy();
  outgoing.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
  // In the identity provider's own shape, which the client's library reads.
  return outgoing.end(JSON.stringify({ error: { code: 503, message, errors: [] } }));
};

/** How long a person may wait for an emulator that is still starting, and for each of its answers. */
const patience = 30_000;

/**
 * Hands a request to the emulator. One that comes while the emulator is still starting waits for it.
 * @param options.address host:port of the emulator.
 */
export const identityProxy =
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
          headers: passedOn(incoming.headers),
          timeout: patience,
        },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, passedOn(answer.headers));
          answer.pipe(outgoing);
          answer.once('error', () => outgoing.destroy());
        },
      );
      upstream.once('timeout', () => upstream.destroy(new Error('timeout')));
      upstream.once('error', () => failure(outgoing, 'UNAVAILABLE : The identity provider does not answer.'));
      outgoing.once('close', () => upstream.destroy());
      incoming.pipe(upstream);
    };
    let waiting = true;
    const settle = (work: () => void) => () => {
      if (!waiting) return;
      waiting = false;
      clearTimeout(timer);
      if (!outgoing.destroyed) work();
    };
    const refuse = () => failure(outgoing, 'UNAVAILABLE : The identity provider has not started.');
    const timer = setTimeout(settle(refuse), patience);
    options.ready.then(settle(forward), settle(refuse));
  };
