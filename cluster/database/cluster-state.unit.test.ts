import { expect, test } from 'vitest';
import { type ClusterState, findLeader, isWhole } from './cluster-state.ts';

type Member = ClusterState['members'][number];

const leader: Member = { name: 'postgres-1', role: 'leader', state: 'running', timeline: 2 };
const standby: Member = { name: 'postgres-2', role: 'sync_standby', state: 'streaming', timeline: 2, lag: 0 };
const replica: Member = { name: 'postgres-3', role: 'replica', state: 'running', timeline: 2, lag: 128 };
const members = [leader, standby, replica];

test('is whole when all nodes follow the primary', () => {
  expect(findLeader({ members })).toBe('postgres-1');
  expect(isWhole({ members }, 3, true)).toBe(true);
});

test.each<[string, Member[]]>([
  ['there is no primary', [standby, replica]],
  ['a node is missing', [leader, standby]],
  ['a node is on the timeline before', [leader, standby, { ...replica, timeline: 1 }]],
  ['a node starts', [leader, standby, { ...replica, state: 'starting' }]],
  ['the lag of a node is unknown', [leader, standby, { ...replica, lag: 'unknown' }]],
  ['nobody is synchronous', [leader, { ...standby, role: 'replica' }, replica]],
])('is not whole if %s', (_, given) => {
  expect(isWhole({ members: given }, 3, true)).toBe(false);
});

test('asynchronous replication needs no synchronous standby', () => {
  expect(isWhole({ members: [leader, { ...standby, role: 'replica' }, replica] }, 3, false)).toBe(true);
});
