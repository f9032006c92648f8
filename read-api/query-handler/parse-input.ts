import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import { validateInput } from '#platform/http/validate-input.ts';
import { problemError } from '#platform/problems.ts';
import type { Parsed, QueryInput } from './query-definition.ts';

/** The parameters of a request before they are validated. */
export type RawInput = { params?: unknown; query: unknown };

/** Validates the parameters of a request. @throws problem `invalid-input`, or `not-found` for a malformed id. */
export const parseInput = <E extends Endpoint>(endpoint: E, { params, query }: RawInput): QueryInput<E> => ({
  params: parseParams(endpoint, params),
  query: (endpoint.query ? validateInput(endpoint.query, query) : null) as Parsed<E['query']>,
});

const parseParams = <E extends Endpoint>(endpoint: E, params: unknown): Parsed<E['params']> => {
  if (endpoint.params === null) return null as Parsed<E['params']>;
  const parsed = endpoint.params.safeParse(params);
  if (parsed.success) return parsed.data as Parsed<E['params']>;
  // No record can have a malformed id.
  if (endpoint.problems.includes('not-found'))
    throw problemError('not-found', 'There is nothing with this id.');
  return validateInput(endpoint.params, params) as Parsed<E['params']>;
};
