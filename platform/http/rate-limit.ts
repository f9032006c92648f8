import { isIPv6 } from 'node:net';
import type { Pool } from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { rejectAfter } from '#concurrency/reject-after.ts';
import { retryLaterError } from '../problems.ts';
import { createCommandRateCounter } from './command-rate-counter.ts';

export type RateLimit = {
  /** Counts one request of a user or address. @throws `too-many-requests` with the seconds to wait. */
  count(caller: string): Promise<void>;
};

const splitGroups = (part: string): string[] => part.split(':').filter((group) => group !== '');

/** Returns the key under which an address is counted: IPv6 addresses share the count of their /64, which is one subscriber. */
export const addressKey = (address: string): string => {
  if (!isIPv6(address)) return address;
  // A link-local address may end with the name of an interface: `fe80::1%eth0`.
  const [head = '', tail = ''] = address.replace(/%.*/, '').split('::');
  const [first, last] = [splitGroups(head), splitGroups(tail)];
  const knownGroups = [...first, ...last];
  // An IPv4 address at the end is written as one group, but stands for two.
  const missingCount = 8 - knownGroups.length - (knownGroups.at(-1)?.includes('.') ? 1 : 0);
  // '::' stands for the missing groups, which are zeros.
  const zeros = Array<string>(Math.max(0, missingCount)).fill('0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
};

const noLimit: RateLimit = { count: async () => {} };

const countWith = (limiter: Pick<RateLimiterAbstract, 'consume'>): RateLimit => ({
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
});

/**
 * Creates a limit per minute, counted in this process. With N nodes a caller may send up to N times as many requests. That is enough to
 * protect each node, and a shared counter would cost a round trip per request.
 * @param perMinute 0: no limit.
 */
export const createRateLimit = (perMinute: number): RateLimit =>
  perMinute === 0 ? noLimit : countWith(new RateLimiterMemory({ points: perMinute, duration: 60 }));

/**
 * Creates a limit per minute that all processes on one database share. Concurrent requests are counted with one upsert into an
 * unlogged table. A caller who has reached the limit is refused without a query. While the database does not answer in time, this
 * process counts alone.
 * @param perMinute 0: no limit.
 * @param options.pool a pool whose role may write `state.command_rates`.
 * @param options.timeoutMs how long a request waits for the shared count.
 * @param options.onFailure called when the database could not count.
 */
export const createSharedRateLimit = (
  perMinute: number,
  options: { pool: Pool; timeoutMs: number; onFailure: (error: unknown) => void },
): RateLimit => {
  const { pool, timeoutMs, onFailure } = options;
  if (perMinute === 0) return noLimit;
  const ownLimit = new RateLimiterMemory({ points: perMinute, duration: 60 });
  const sharedLimit = new RateLimiterPostgres({
    storeClient: createCommandRateCounter(pool),
    storeType: 'pool',
    schemaName: 'state',
    tableName: 'command_rates',
    tableCreated: true,
    // Without a prefix the key is the user's id, by which a trigger deletes the row of a removed user.
    keyPrefix: '',
    points: perMinute,
    duration: 60,
    inMemoryBlockOnConsumed: perMinute,
  });
  return countWith({
    consume: async (caller) => {
      try {
        return await rejectAfter(
          timeoutMs,
          sharedLimit.consume(caller),
          `The count took longer than ${timeoutMs} ms.`,
        );
      } catch (failure) {
        if (failure instanceof RateLimiterRes) throw failure;
        onFailure(failure);
        return ownLimit.consume(caller);
      }
    },
  });
};
