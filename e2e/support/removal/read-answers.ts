import { z } from 'zod';
import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import { allEndpoints } from '#contract/endpoints.ts';
import { fetchWithRetry } from '../fetch-with-retry.ts';
import type { TextSources } from './read-storage.ts';

/** A user, or a visitor without a token. */
export type Requester = { name: string; token: string | null };

/** Values for path and query parameters by name; each is tried. Only enums and ignored parameters may be left out. */
export type ParameterValues = Readonly<Record<string, readonly string[]>>;

/** Query parameters that only restrict, sort or format an answer. Without them, it contains at least as much. */
const ignoredParameters = new Set([
  'limit',
  'cursor',
  'after',
  'from',
  'to',
  'kind',
  'timeZone',
  'sort',
  'rating',
  'order',
  'page',
  'inactiveDays',
]);

/** Returns the values of an enum parameter. */
const findEnumValues = (name: string, endpoint: Endpoint): readonly string[] | undefined => {
  const { enum: choices } = z.toJSONSchema(endpoint.query?.shape[name] ?? z.never(), {
    io: 'input',
    unrepresentable: 'any',
  });
  return choices?.map(String);
};

/** Returns the values to try for a parameter. @throws Error if there are none. */
const valuesOf = (name: string, endpoint: Endpoint, values: ParameterValues): readonly string[] => {
  const found = values[name] ?? findEnumValues(name, endpoint);
  if (found === undefined)
    throw new Error(
      `There are no values for the parameter ${name} of ${endpoint.method} ${endpoint.path}; add some in the test.`,
    );
  return found;
};

/** Returns the endpoint's path with each combination of values for its parameters. */
const pathsOf = (endpoint: Endpoint, values: ParameterValues): string[] => {
  let paths = [endpoint.path];
  for (const [placeholder, name = ''] of endpoint.path.matchAll(/\{(\w+)\}/g)) {
    const encoded = valuesOf(name, endpoint, values).map(encodeURIComponent);
    paths = paths.flatMap((path) => encoded.map((value) => path.replace(placeholder, value)));
  }
  return paths;
};

/**
 * Returns the queries to try: none, each parameter alone, and all parameters together. If the endpoint offers CSV, each
 * query is also tried with `format=csv`.
 */
const queriesOf = (endpoint: Endpoint, values: ParameterValues): string[] => {
  const names = Object.keys(endpoint.query?.shape ?? {}).filter(
    (name) => !ignoredParameters.has(name) && name !== 'format',
  );
  const single = names.flatMap((name) =>
    valuesOf(name, endpoint, values).map((value) => `${name}=${encodeURIComponent(value)}`),
  );
  const together = names.map(
    (name) => `${name}=${encodeURIComponent(valuesOf(name, endpoint, values)[0] ?? '')}`,
  );
  const queries = ['', ...single, together.join('&')];
  const csvQueries =
    endpoint.query && 'format' in endpoint.query.shape ? queries.map((query) => `${query}&format=csv`) : [];
  return [...new Set([...queries, ...csvQueries])];
};

/** Returns the addresses to try for every GET endpoint in the contract. @throws Error if a parameter has no values. */
export const listAddresses = (values: ParameterValues): string[] =>
  allEndpoints
    .filter(({ method }) => method === 'GET')
    .flatMap((endpoint) =>
      pathsOf(endpoint, values).flatMap((path) =>
        queriesOf(endpoint, values).map((query) => (query === '' ? path : `${path}?${query}`)),
      ),
    );

/** The number of concurrent requests: enough to keep the server busy without overloading it. */
const concurrentRequests = 6;

/** Returns the server's answer to each requester at each address, including headers and refusals. */
export const readAnswers = async (
  url: string,
  requesters: readonly Requester[],
  addresses: readonly string[],
): Promise<TextSources> => {
  const sources: TextSources = new Map();
  const remaining = requesters.flatMap((requester) =>
    addresses.map((address) => ({ ...requester, address })),
  );
  const requestNext = async () => {
    for (let next = remaining.shift(); next !== undefined; next = remaining.shift()) {
      const { name, token, address } = next;
      const answer = await fetchWithRetry(url + address, {
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
      });
      const headers = JSON.stringify([...answer.headers]);
      sources.set(`GET ${address} as ${name}`, `${answer.status} ${headers}\n${await answer.text()}`);
    }
  };
  await Promise.all(Array.from({ length: concurrentRequests }, requestNext));
  return sources;
};
