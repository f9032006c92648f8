import { expect, test } from 'vitest';
import { countConnections } from './connection-count.ts';

test('an address has its places and gets them back, others are not concerned', () => {
  const count = countConnections(2, 100);
  const first = count.take('10.0.0.1');
  expect(count.take('10.0.0.1')).not.toBeNull();
  expect(count.take('10.0.0.1')).toBeNull();
  expect(count.take('10.0.0.2')).not.toBeNull();
  first?.();
  first?.();
  expect(count.take('10.0.0.1')).not.toBeNull();
  expect(count.take('10.0.0.1')).toBeNull();
});

test('an address that has gone leaves nothing behind', () => {
  const count = countConnections(2, 100);
  count.take('10.0.0.1')?.();
  expect(count.addresses()).toBe(0);
});

test('all addresses together have their limit too', () => {
  const count = countConnections(2, 3);
  const releases = ['10.0.0.1', '10.0.0.2', '10.0.0.3'].map((address) => count.take(address));
  expect(count.take('10.0.0.4')).toBeNull();
  releases[0]?.();
  expect(count.take('10.0.0.4')).not.toBeNull();
});
