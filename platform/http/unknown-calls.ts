import { problemError } from '../problems.ts';
import type { RequestMiddleware } from './context.ts';

export type CallAddress = { method: string; path: string };

const matches = (pattern: string, path: string): boolean => {
  const expected = pattern.split('/');
  const given = path.replace(/(.)\/$/, '$1').split('/');
  return (
    expected.length === given.length &&
    expected.every((segment, index) =>
      segment.startsWith('{') ? given[index] !== '' : segment === given[index],
    )
  );
};

/**
 * The innermost layer, reached when no route took the request: 405 with `Allow` when the path is known with other
 * methods, else 404. It is given ALL calls of the product, so that every service answers alike on one origin.
 */
export const unknownCalls =
  (calls: readonly CallAddress[]): RequestMiddleware =>
  (context) => {
    const known = calls.filter((call) => matches(call.path, context.path));
    if (known.length === 0) throw problemError('not-found', 'There is no such call or page.');
    const methods = new Set(known.map((call) => call.method));
    if (methods.has('GET')) methods.add('HEAD');
    const allowed = ['OPTIONS', ...methods].sort().join(', ');
    context.set('Allow', allowed);
    context.state.route = known[0]?.path ?? '(none)';
    if (context.method === 'OPTIONS') {
      context.status = 204;
      return;
    }
    // Not 421, which clients repeat by themselves on a new connection.
    if (methods.has(context.method))
      throw problemError('not-found', 'Another service answers this call; the edge must send it there.');
    throw problemError('method-not-allowed', `Here only these methods are understood: ${allowed}.`);
  };
