import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { retryLaterError } from '../problems.ts';

export type RateLimit = {
  /** Counts one request of a user or address. @throws `too-many-requests` with the seconds to wait. */
  count(caller: string): Promise<void>;
};

/** The key under which an address is counted: IPv6 addresses share the count of their /64, which is one subscriber. */
export const addressKey = (address: string): string => {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  // '::' stands for groups of zeros.
  const first =
    tail === undefined ? groups : [...groups, ...Array<string>(Math.max(0, 4 - groups.length)).fill('0')];
  return first.slice(0, 4).join(':');
};

/**
 * Creates a limit per minute, counted in this process. With N nodes a user may send up to N times as many requests: the limit
 * protects each node, and a shared counter would cost a round trip per request.
 * @param perMinute 0: no limit.
 */
export const createRateLimit = (perMinute: number): RateLimit => {
  if (perMinute === 0) return { count: async () => {} };
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return {
    count: async (caller) => {
      try {
        await limiter.consume(caller);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw retryLaterError(
          'too-many-requests',
          'Too many requests. Wait a moment and try again.',
          refusal.msBeforeNext / 1_000,
        );
      }
    },
  };
};
