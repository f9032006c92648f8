import type { IncomingMessage } from 'node:http';
import type { ClientConfiguration } from '#contract/configuration.ts';
import type { RequestMiddleware } from '#platform/http/context.ts';

/** Says that the Auth emulator's calls go through this very origin (the one-machine edition hands them on). */
export const sameOrigin = 'same-origin';

/** The origin as the asking browser sees it: the public one where it came through it, else the one it named. */
const originOf = (host: string, protocol: string, publicUrl: string | null): string => {
  const known = publicUrl === null ? null : new URL(publicUrl);
  return known?.host === host ? known.origin : `${protocol}://${host}`;
};

/**
 * GET /configuration.json: what one build of the client needs to know of the place where it is served.
 * @param configuration.authEmulatorUrl an address, {@link sameOrigin}, or null for real Firebase.
 * @param pastOf what to say of the past where that is served; who asks matters.
 */
export const serveConfiguration =
  (
    configuration: Omit<ClientConfiguration, 'past'>,
    publicUrl: string | null,
    pastOf: (request: IncomingMessage) => ClientConfiguration['past'] = () => null,
  ): RequestMiddleware =>
  async (context, next) => {
    const asked = context.method === 'GET' || context.method === 'HEAD';
    if (!asked || context.path !== '/configuration.json') return next();
    context.state.route = context.path;
    context.set('Cache-Control', 'no-cache');
    const { authEmulatorUrl } = configuration;
    context.body = {
      ...configuration,
      authEmulatorUrl:
        authEmulatorUrl === sameOrigin
          ? originOf(context.host, context.protocol, publicUrl)
          : authEmulatorUrl,
      past: pastOf(context.req),
    } satisfies ClientConfiguration;
  };
