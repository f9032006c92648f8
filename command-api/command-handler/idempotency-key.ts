import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { v5, v7, validate, version } from 'uuid';
import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import { headers } from '#contract/headers.ts';
import { problemError } from '#platform/problems.ts';

export type IdempotencyKey = {
  /** A UUID in lower case. */
  key: string;
  /** False if the key is random because the request has none. Its repetitions cannot be recognized. */
  isFromClient: boolean;
};

/** Returns the key of a request, or a random key if it has none. @throws `invalid-input` unless the key is a single UUID. */
export const readIdempotencyKey = (request: IncomingMessage): IdempotencyKey => {
  const values = request.headersDistinct[headers.idempotencyKey];
  if (values === undefined) return { key: v7(), isFromClient: false };
  const [value = ''] = values;
  if (values.length !== 1 || !validate(value))
    throw problemError('invalid-input', 'The Idempotency-Key must be one UUID.', [
      { path: 'Idempotency-Key', message: 'The Idempotency-Key must be one UUID.' },
    ]);
  return { key: value.toLowerCase(), isFromClient: true };
};

/**
 * Returns the path as clients normally send it. The router also accepts other spellings, such as a trailing slash, or an id in upper case
 * or with percent-encoded letters. A key must have one scope for all of them.
 */
export const canonicalPath = (
  { path, params }: Pick<Endpoint, 'path' | 'params'>,
  sent: Readonly<Record<string, string>>,
): string => {
  const parsed = params?.safeParse(sent);
  // Without valid parameters, the command is refused and no answer is stored.
  const values = parsed?.success ? parsed.data : sent;
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
};

/** Returns the first twelve hexadecimal digits of a UUID of version 7: its time in milliseconds since 1970. */
const timeOf = (uuid: string): string => uuid.slice(0, 8) + uuid.slice(9, 13);

/**
 * Limits a key to one user, method and path, so that nobody can get another user's stored answer. If the key is a UUID of version 7,
 * the result begins with its time. New keys are then neighbours in the index of stored keys, and an append changes few pages of this
 * index, however many keys it contains (RFC 9562, section 6.13).
 */
export const scopeIdempotencyKey = (scope: {
  userId: string;
  method: string;
  path: string;
  key: string;
}): string => {
  const digest = createHash('sha256')
    .update([scope.userId, scope.method, scope.path, scope.key].join('\n'))
    .digest('base64url');
  return version(scope.key) === 7 ? `${timeOf(scope.key)}-${digest}` : digest;
};

const commandNamespace = '0b8a54d0-4c1e-5a39-8c7f-64c1a1f2d3b5';

/** Returns the command id, which is the same for every repetition. */
export const commandIdOf = (scopedKey: string): string => v5(scopedKey, commandNamespace);
