import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tryAgainLater } from '../problems.ts';

export type RateLimit = {
  /** Counts one call of this person or address. @throws `too-many-requests` with the seconds to wait. */
  count(who: string): Promise<void>;
};

/** One IPv6 subscriber holds a whole /64: they share a count. */
export const addressKey = (address: string): string => {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  // Groups left out by '::' are zeros; if it comes after the fourth group the first four stand as they are.
  const first =
    tail === undefined ? groups : [...groups, ...Array<string>(Math.max(0, 4 - groups.length)).fill('0')];
  return first.slice(0, 4).join(':');
};

/**
 * Limits by the minute, counted in this process: with N nodes behind an edge a person may make up to N times as many.
 * That is meant: the limit protects a node from one caller, and a shared counter would cost each call a round trip.
 * @param perMinute 0: no limit.
 */
export const createRateLimit = (perMinute: number): RateLimit => {
  if (perMinute === 0) return { count: async () => {} };
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return {
    count: async (who) => {
      try {
        await limiter.consume(who);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw tryAgainLater(
          'too-many-requests',
          'Too many requests. Wait a little, then go on.',
          refusal.msBeforeNext / 1_000,
        );
      }
    },
  };
};
