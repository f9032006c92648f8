import { createHash } from 'node:crypto';

/**
 * A weak entity tag of an answer, made of what it depends on, so that it is known before anything is queried:
 * the build, the last position that changed the models it reads, their epochs (a retry of parked events changes
 * tables without a new position) and who asks for what.
 */
export const entityTag = (dependsOn: readonly (string | number)[]): string =>
  `W/"${createHash('sha256').update(JSON.stringify(dependsOn)).digest('base64url').slice(0, 22)}"`;
