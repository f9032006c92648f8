import type { ClientConfiguration } from '#events/contract/configuration.ts';
import type { RequestMiddleware } from '#platform/http/context.ts';

/** GET /configuration.json: what one build of the client needs to know of the place where it is served. */
export const serveConfiguration =
  (configuration: ClientConfiguration): RequestMiddleware =>
  async (context, next) => {
    const asked = context.method === 'GET' || context.method === 'HEAD';
    if (!asked || context.path !== '/configuration.json') return next();
    context.state.route = context.path;
    context.set('Cache-Control', 'no-cache');
    context.body = configuration;
  };
