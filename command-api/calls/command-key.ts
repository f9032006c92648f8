import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { v4, v5, validate } from 'uuid';
import { headers } from '#contract/headers.ts';
import { problemError } from '#platform/problems.ts';

export type ActKey = {
  /** The client's key for this act of a person, in lower case, or a minted one. */
  key: string;
  /** Whether the client sent it: a minted one is no key by which a repeat could be known. */
  given: boolean;
};

/** @throws `invalid-input` for a key that is no UUID, or for several. */
export const actKeyOf = (request: IncomingMessage): ActKey => {
  const values = request.headersDistinct[headers.idempotencyKey];
  if (values === undefined) return { key: v4(), given: false };
  const [value = ''] = values;
  if (values.length !== 1 || !validate(value))
    throw problemError('invalid-input', 'The Idempotency-Key must be one UUID.', [
      { path: 'Idempotency-Key', message: 'The Idempotency-Key must be one UUID.' },
    ]);
  return { key: value.toLowerCase(), given: true };
};

/** A key is a person's own, for one method and path: nobody gets another's answer by it. */
export const scopedKey = (scope: { userId: string; method: string; path: string; key: string }): string =>
  createHash('sha256')
    .update([scope.userId, scope.method, scope.path, scope.key].join('\n'))
    .digest('base64url');

const commandNamespace = '0b8a54d0-4c1e-5a39-8c7f-64c1a1f2d3b5';

/** The same act has the same command id, however often it is sent. */
export const commandIdOf = (scoped: string): string => v5(scoped, commandNamespace);
