import { expect, test } from 'vitest';
import { type ClusterSnapshot, findMissingEffects } from './effect.ts';

const before: ClusterSnapshot = {
  primary: 'postgres-1',
  timeline: 3,
  pids: {
    etcd: {},
    patroni: {},
    projector: {},
    'read-api': {},
    haproxy: { haproxy: 30 },
    'command-api': { 'command-api-1': 10, 'command-api-2': 20 },
  },
};
const withCommandApis = (first: number, second: number): ClusterSnapshot => ({
  ...before,
  pids: { ...before.pids, 'command-api': { 'command-api-1': first, 'command-api-2': second } },
});

test.each([
  ['another primary', { ...before, primary: 'postgres-2', timeline: 4 }],
  ['another timeline of the same primary', { ...before, timeline: 5 }],
])('accepts %s as a failover', (_, after) => {
  expect(findMissingEffects({ isFailover: true }, before, after)).toEqual([]);
});

test('finds that a failover did not happen', () => {
  expect(findMissingEffects({ isFailover: true }, before, before)).toEqual([
    'the fault had no effect: postgres-1 is still the primary on timeline 3',
  ]);
});

test('requires that each process of a group was replaced', () => {
  const effect = { restarts: ['command-api'] } as const;
  expect(findMissingEffects(effect, before, withCommandApis(11, 21))).toEqual([]);
  expect(findMissingEffects(effect, before, withCommandApis(11, 20))).toEqual([
    'the fault had no effect: command-api-2 is still process 20',
  ]);
});

test('finds that there was no process to kill', () => {
  const given = withCommandApis(0, 20);
  const after = withCommandApis(11, 21);
  expect(findMissingEffects({ restarts: ['command-api'] }, given, after)).toEqual([
    'the fault had no effect: command-api-1 was not running before it',
  ]);
});
