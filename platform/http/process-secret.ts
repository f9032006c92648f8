import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const header = 'lyceum-voucher';

/**
 * A secret that the services of one process send to each other, so that they trust each other's request id and client address.
 * Services on other machines are recognized by their address (`TRUSTED_PROXIES`). On one machine, all programs have the same address.
 */
export type ProcessSecret = {
  /** The headers to send. */
  headers: Readonly<Record<string, string>>;
  /** Returns whether a request carries the secret. */
  isSentWith(request: Pick<IncomingMessage, 'headers'>): boolean;
};

/** Creates a random secret, which lives as long as the process. */
export const createProcessSecret = (): ProcessSecret => {
  const secret = randomBytes(32).toString('base64url');
  const expected = Buffer.from(secret);
  return {
    headers: { [header]: secret },
    isSentWith: ({ headers }) => {
      const given = Buffer.from([headers[header] ?? ''].flat().join());
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
};
