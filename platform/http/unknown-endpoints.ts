import { problemError } from '../problems.ts';
import type { RequestMiddleware } from './context.ts';

export type EndpointAddress = { method: string; path: string };

const matchesPattern = (pattern: string, path: string): boolean => {
  const expectedSegments = pattern.split('/');
  const givenSegments = path.replace(/(.)\/$/, '$1').split('/');
  return (
    expectedSegments.length === givenSegments.length &&
    expectedSegments.every((segment, index) =>
      segment.startsWith('{') ? givenSegments[index] !== '' : segment === givenSegments[index],
    )
  );
};

/**
 * Creates the innermost middleware, for requests that no route answered. It answers 405 with `Allow` if the path has only other methods,
 * 204 with `Allow` to `OPTIONS` if the path has an endpoint, and otherwise 404.
 * @param endpoints the endpoints of ALL services, so that every service on the origin gives the same answer.
 */
export const unknownEndpoints =
  (endpoints: readonly EndpointAddress[]): RequestMiddleware =>
  (context) => {
    const endpointsOfPath = endpoints.filter((endpoint) => matchesPattern(endpoint.path, context.path));
    if (endpointsOfPath.length === 0) throw problemError('not-found', 'There is no such endpoint or page.');
    const methods = new Set(endpointsOfPath.map((endpoint) => endpoint.method));
    if (methods.has('GET')) methods.add('HEAD');
    const allowed = ['OPTIONS', ...methods].sort().join(', ');
    context.set('Allow', allowed);
    context.state.route = endpointsOfPath[0]?.path ?? '(none)';
    if (context.method === 'OPTIONS') {
      context.status = 204;
      return;
    }
    // Not 421: clients would retry that on a new connection.
    if (methods.has(context.method))
      throw problemError('not-found', 'Another service answers this request; the edge must route it there.');
    throw problemError('method-not-allowed', `Only these methods are allowed here: ${allowed}.`);
  };
