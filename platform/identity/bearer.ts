import type { IncomingMessage } from 'node:http';
import { problemError } from '../problems.ts';
import type { Identity, IdentityVerifier } from './verify.ts';

const shape = /^Bearer +([\w.~+/=-]+)$/i;

/**
 * Who makes this request.
 * @returns null when no `Authorization` came (a visitor).
 * @throws `token-invalid` for anything that came and is not a valid bearer token; a broken sign-in is never taken for a visitor.
 */
export const identityOfRequest = async (
  request: IncomingMessage,
  verifier: Pick<IdentityVerifier, 'verify'>,
): Promise<Identity | null> => {
  const values = request.headersDistinct.authorization;
  if (values === undefined) return null;
  const [value = ''] = values;
  const token = values.length === 1 ? shape.exec(value)?.[1] : undefined;
  if (token === undefined)
    throw problemError('token-invalid', 'The Authorization header must be "Bearer" and one token.');
  return verifier.verify(token);
};
