import type { IncomingMessage } from 'node:http';
import { problemError } from '../problems.ts';
import type { Identity, IdentityVerifier } from './identity-verifier.ts';

const bearerPattern = /^Bearer +([\w.~+/=-]+)$/i;

/**
 * Identifies the sender of a request by its bearer token.
 * @returns null for a request without `Authorization` header (a visitor).
 * @throws `token-invalid` if the header is not one valid bearer token; `unavailable` if it cannot be verified now.
 * An invalid sign-in never counts as a visitor.
 */
export const identifyRequest = async (
  request: IncomingMessage,
  verifier: Pick<IdentityVerifier, 'verify'>,
): Promise<Identity | null> => {
  const values = request.headersDistinct.authorization;
  if (values === undefined) return null;
  const [value = ''] = values;
  const token = values.length === 1 ? bearerPattern.exec(value)?.[1] : undefined;
  if (token === undefined)
    throw problemError('token-invalid', 'The Authorization header must be "Bearer" followed by one token.');
  return verifier.verify(token);
};
