import type { Endpoint } from '#contract/endpoints/endpoint.ts';

/** The path of an endpoint in the description. `parameterNames` maps the endpoint's parameters to their names in that path. */
export type OpenApiPath = { path: string; parameterNames: ReadonlyMap<string, string> };

/**
 * Merges paths that differ only in the names of their parameters. OpenAPI considers `/users/{email}` and `/users/{id}`
 * the same path, so both become `/users/{emailOrId}`.
 */
export const mergePaths = (endpoints: readonly Endpoint[]): ReadonlyMap<Endpoint, OpenApiPath> => {
  const byShape = Map.groupBy(endpoints, ({ path }) => path.replaceAll(/\{\w+\}/g, '{}'));
  const merged = new Map<Endpoint, OpenApiPath>();
  for (const sameShape of byShape.values()) {
    const segmentLists = sameShape.map(({ path }) => path.split('/'));
    const mergedSegments = (segmentLists[0] ?? []).map((segment, index) => {
      if (!isParameter(segment)) return segment;
      const names = new Set(segmentLists.map((segments) => parameterName(segments[index] ?? '')));
      return `{${joinNames([...names].sort())}}`;
    });
    for (const [endpointIndex, endpoint] of sameShape.entries()) {
      const names = (segmentLists[endpointIndex] ?? []).flatMap((segment, index) =>
        isParameter(segment)
          ? [[parameterName(segment), parameterName(mergedSegments[index] ?? '')] as const]
          : [],
      );
      merged.set(endpoint, { path: mergedSegments.join('/'), parameterNames: new Map(names) });
    }
  }
  return merged;
};

const isParameter = (segment: string) => segment.startsWith('{');
const parameterName = (segment: string) => segment.slice(1, -1);

/** Joins `email` and `id` into `emailOrId`. */
const joinNames = ([first = '', ...others]: readonly string[]): string =>
  first + others.map((name) => `Or${name.charAt(0).toUpperCase()}${name.slice(1)}`).join('');
