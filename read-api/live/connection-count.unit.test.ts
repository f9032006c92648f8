import { expect, test } from 'vitest';
import { countConnections } from './connection-count.ts';

test('an address has its places and gets them back, others are not concerned', () => {
  const count = countConnections(2);
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
  const count = countConnections(2);
  count.take('10.0.0.1')?.();
  expect(count.addresses()).toBe(0);
});
