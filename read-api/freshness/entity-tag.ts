import { hash } from 'node:crypto';

/**
 * Returns a weak entity tag of everything that an answer depends on. For a GET of the API, `answerTag` lists these parts. They include
 * the epochs of the read models, because a retry of parked streams changes rows without a new position. The tag of such an answer is
 * known before the query runs.
 */
export const entityTag = (parts: readonly (string | number)[]): string =>
  `W/"${hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22)}"`;

const opaqueTag = (tag: string) => tag.trim().replace(/^W\//, '');

/**
 * Returns whether `If-None-Match` is `*` or names the tag. The caller checks that there is an answer before it trusts `*`.
 * `Cache-Control: no-cache` in the request (Node's fetch sends it) is ignored: it asks caches to revalidate, and this
 * comparison is the revalidation.
 */
export const matchesEntityTag = (tag: string, ifNoneMatch: string): boolean =>
  ifNoneMatch.trim() === '*' ||
  ifNoneMatch.split(',').some((candidate) => opaqueTag(candidate) === opaqueTag(tag));
