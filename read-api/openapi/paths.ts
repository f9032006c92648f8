import type { Call } from '#contract/calls/call.ts';

const isParameter = (segment: string) => segment.startsWith('{');
const nameOf = (segment: string) => segment.slice(1, -1);
const shapeOf = (path: string) =>
  path
    .split('/')
    .map((segment) => (isParameter(segment) ? '{}' : segment))
    .join('/');

/** Where a call stands in the description, and how its parameters are called there. */
export type DescribedPath = { path: string; names: ReadonlyMap<string, string> };

/**
 * OpenAPI takes `/users/{email}` and `/users/{id}` for the same path and wants one name. Calls of the same shape
 * share one whose parameter is called by all their names (`{emailOrId}`).
 */
export const describedPaths = (calls: readonly Call[]): ReadonlyMap<Call, DescribedPath> => {
  const byShape = Map.groupBy(calls, (call) => shapeOf(call.path));
  const described = new Map<Call, DescribedPath>();
  for (const alike of byShape.values()) {
    const columns = alike.map((call) => call.path.split('/'));
    const shared = (columns[0] ?? []).map((segment, at) => {
      if (!isParameter(segment)) return segment;
      const names = [...new Set(columns.map((column) => nameOf(column[at] ?? '')))].sort();
      return `{${names.map((name, n) => (n === 0 ? name : `Or${name[0]?.toUpperCase()}${name.slice(1)}`)).join('')}}`;
    });
    for (const [row, call] of alike.entries()) {
      const own = columns[row] ?? [];
      const names = own.flatMap((segment, at) =>
        isParameter(segment) ? [[nameOf(segment), nameOf(shared[at] ?? '')] as const] : [],
      );
      described.set(call, { path: shared.join('/'), names: new Map(names) });
    }
  }
  return described;
};
