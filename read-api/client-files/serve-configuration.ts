import type { IncomingMessage } from 'node:http';
import type { ClientConfiguration } from '#contract/schemas/configuration.ts';
import type { Context, RequestMiddleware } from '#platform/http/context.ts';
import { isOwnHost } from '#platform/http/own-origin.ts';
import { problemError } from '#platform/problems.ts';

/**
 * The value of `authEmulatorUrl` that makes the client use this server's own origin, where the one-machine edition proxies the Auth
 * emulator.
 */
export const sameOrigin = 'same-origin';

/**
 * Serves GET /configuration.json, which tells the client about its deployment.
 * @param configuration.authEmulatorUrl a URL, {@link sameOrigin}, or null for real Firebase.
 * @param describeAsOf describes the view of the past that is served, if any, and the user who is signed in to it.
 */
export const serveConfiguration = (
  configuration: Omit<ClientConfiguration, 'past'>,
  publicUrl: string | null,
  describeAsOf: (request: IncomingMessage) => ClientConfiguration['past'] = () => null,
): RequestMiddleware => {
  const answer = (context: Context): void => {
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
  return (context, next) => {
    const isRead = context.method === 'GET' || context.method === 'HEAD';
    return isRead && context.path === '/configuration.json' ? answer(context) : next();
  };
};

/**
 * Returns the origin that the client uses. For the host of PUBLIC_URL, this is the origin of PUBLIC_URL: behind a TLS
 * proxy, the protocol of the request is not the one that the client uses. Unknown hosts are refused, because the client
 * sends passwords to this origin.
 */
const originSeenByClient = (host: string, protocol: string, publicUrl: string | null): string => {
  if (!isOwnHost(host, publicUrl))
    throw problemError(
      'forbidden',
      "This address does not belong to this school. The operator can set the school's address in PUBLIC_URL.",
    );
  const url = publicUrl === null ? null : new URL(publicUrl);
  return url?.host === host ? url.origin : `${protocol}://${host}`;
};
