import { expect, test } from 'vitest';
import { createConnectionLimiter } from './connection-limiter.ts';

test('limits the connections of one address without affecting others, and releases each only once', () => {
  const limiter = createConnectionLimiter(2, 100);
  const release = limiter.acquire('10.0.0.1');
  expect(limiter.acquire('10.0.0.1')).not.toBeNull();
  expect(limiter.acquire('10.0.0.1')).toBeNull();
  expect(limiter.acquire('10.0.0.2')).not.toBeNull();
  release?.();
  release?.();
  expect(limiter.acquire('10.0.0.1')).not.toBeNull();
  expect(limiter.acquire('10.0.0.1')).toBeNull();
});

test('forgets an address without connections', () => {
  const limiter = createConnectionLimiter(2, 100);
  limiter.acquire('10.0.0.1')?.();
  expect(limiter.countAddresses()).toBe(0);
});

test('limits the connections of all addresses together', () => {
  const limiter = createConnectionLimiter(2, 3);
  const releases = ['10.0.0.1', '10.0.0.2', '10.0.0.3'].map((address) => limiter.acquire(address));
  expect(limiter.acquire('10.0.0.4')).toBeNull();
  releases[0]?.();
  expect(limiter.acquire('10.0.0.4')).not.toBeNull();
});
