import { createHash } from 'node:crypto';

/**
 * A weak entity tag of an answer, made of what it depends on, so that it is known before anything is queried:
 * the build, the last position that changed the models it reads, their epochs (a retry of parked events changes
 * tables without a new position) and who asks for what.
 */
export const entityTag = (dependsOn: readonly (string | number)[]): string =>
  `W/"${createHash('sha256').update(JSON.stringify(dependsOn)).digest('base64url').slice(0, 22)}"`;

const opaque = (tag: string) => tag.trim().replace(/^W\//, '');

/**
 * Whether a client holds the answer with this tag already, by its `If-None-Match`. `Cache-Control: no-cache` beside it
 * changes nothing (Node's fetch sends it): it asks caches to revalidate, and this is where that is done.
 */
export const isHeld = (tag: string, ifNoneMatch: string): boolean =>
  ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((held) => opaque(held) === opaque(tag));
