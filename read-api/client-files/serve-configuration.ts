import type { IncomingMessage } from 'node:http';
import type { ClientConfiguration } from '#contract/schemas/configuration.ts';
import type { RequestMiddleware } from '#platform/http/context.ts';
import { isOwnHost } from '#platform/http/own-origin.ts';
import { problemError } from '#platform/problems.ts';

/** As `authEmulatorUrl`: the Auth emulator is reached through this server (the one-machine edition proxies it). */
export const sameOrigin = 'same-origin';

/**
 * Serves GET /configuration.json, which tells the client about its deployment.
 * @param configuration.authEmulatorUrl a URL, {@link sameOrigin}, or null for real Firebase.
 * @param describeAsOf describes the moment in the past that is served, if any. It depends on the signed-in user.
 */
export const serveConfiguration =
  (
    configuration: Omit<ClientConfiguration, 'past'>,
    publicUrl: string | null,
    describeAsOf: (request: IncomingMessage) => ClientConfiguration['past'] = () => null,
  ): RequestMiddleware =>
  async (context, next) => {
    const isRead = context.method === 'GET' || context.method === 'HEAD';
    if (!isRead || context.path !== '/configuration.json') return next();
    context.state.route = context.path;
    context.set('Cache-Control', 'no-cache');
    const { authEmulatorUrl } = configuration;
    context.body = {
      ...configuration,
      authEmulatorUrl:
        authEmulatorUrl === sameOrigin
          ? originSeenByClient(context.host, context.protocol, publicUrl)
          : authEmulatorUrl,
      past: describeAsOf(context.req),
    } satisfies ClientConfiguration;
  };

/**
 * Behind a TLS proxy the protocol of the request is not the client's, so the public URL wins for its host. The client sends
 * passwords to this address, so it is never made from a name that is not ours.
 */
const originSeenByClient = (host: string, protocol: string, publicUrl: string | null): string => {
  if (!isOwnHost(host, publicUrl))
    throw problemError(
      'forbidden',
      'This is not the address of this school. Its operator sets it as PUBLIC_URL.',
    );
  const url = publicUrl === null ? null : new URL(publicUrl);
  return url?.host === host ? url.origin : `${protocol}://${host}`;
};
