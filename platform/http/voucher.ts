import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const header = 'lyceum-voucher';

/**
 * What a service shows to another one of the same process, so that it is believed about the request for which it calls: its id
 * and the client's address. On many machines an address says who is one of ours (`TRUSTED_PROXIES`); in one process all
 * calls come from the same address as everybody else's, and this tells them apart.
 */
export type Voucher = {
  /** To be sent with a call. */
  headers: Readonly<Record<string, string>>;
  /** Whether a call came with it. */
  holds(request: Pick<IncomingMessage, 'headers'>): boolean;
};

/** A secret that never leaves the process but to itself, and ends with it. */
export const makeVoucher = (): Voucher => {
  const secret = randomBytes(32).toString('base64url');
  const expected = Buffer.from(secret);
  return {
    headers: { [header]: secret },
    holds: ({ headers }) => {
      const given = Buffer.from([headers[header] ?? ''].flat().join());
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
};
