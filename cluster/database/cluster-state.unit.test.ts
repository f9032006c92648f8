import { expect, test } from 'vitest';
import { type ClusterState, findPrimary, isHealthy } from './cluster-state.ts';

type Member = ClusterState['members'][number];

const primary: Member = { name: 'postgres-1', role: 'leader', state: 'running', timeline: 2 };
const synchronous: Member = {
  name: 'postgres-2',
  role: 'sync_standby',
  state: 'streaming',
  timeline: 2,
  lag: 0,
};
const replica: Member = { name: 'postgres-3', role: 'replica', state: 'running', timeline: 2, lag: 128 };
const members = [primary, synchronous, replica];

test('is healthy when all nodes follow the primary', () => {
  expect(findPrimary({ members })).toBe('postgres-1');
  expect(isHealthy({ members }, 3, true)).toBe(true);
});

test.each<[string, Member[]]>([
  ['there is no primary', [synchronous, replica]],
  ['a node is missing', [primary, synchronous]],
  ['a node is on the previous timeline', [primary, synchronous, { ...replica, timeline: 1 }]],
  ['a node is still starting', [primary, synchronous, { ...replica, state: 'starting' }]],
  ['the lag of a node is unknown', [primary, synchronous, { ...replica, lag: 'unknown' }]],
  ['no replica is synchronous', [primary, { ...synchronous, role: 'replica' }, replica]],
])('is not healthy if %s', (_, given) => {
  expect(isHealthy({ members: given }, 3, true)).toBe(false);
});

test('asynchronous replication needs no synchronous standby', () => {
  expect(isHealthy({ members: [primary, { ...synchronous, role: 'replica' }, replica] }, 3, false)).toBe(
    true,
  );
});
