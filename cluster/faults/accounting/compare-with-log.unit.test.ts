import { expect, test } from 'vitest';
import { addToDigest, emptyDigest } from '../load/sockets-messages.ts';
import {
  compareWithLog,
  countCompleteSockets,
  type LoggedEvent,
  longestGap,
  longestGapOfAny,
} from './compare-with-log.ts';

const event = (position: number, label: string | null, more: Partial<LoggedEvent> = {}): LoggedEvent => ({
  position,
  stream: 'course-a',
  version: position,
  type: 'CourseEdited',
  commandId: `command-${position}`,
  label,
  ...more,
});

const acknowledged = (label: string, position: number) => ({ label, position });

test('finds nothing wrong if each acknowledged command has one event', () => {
  const events = [event(8, 'a'), event(9, 'b'), event(10, null, { stream: 'user-a', version: 1 })];
  expect(compareWithLog([acknowledged('a', 8), acknowledged('b', 9)], events, 7)).toEqual({
    acknowledged: 2,
    lost: 0,
    misplaced: 0,
    writtenTwice: 0,
    isDense: true,
  });
});

test('accepts an event whose command was not acknowledged', () => {
  const events = [event(8, 'a'), event(9, 'b')];
  expect(compareWithLog([acknowledged('a', 8)], events, 7)).toMatchObject({ lost: 0, writtenTwice: 0 });
});

test('finds commands that are lost and commands that were written twice', () => {
  const events = [event(1, 'a'), event(2, 'b'), event(3, 'b')];
  const commands = [acknowledged('a', 1), acknowledged('b', 3), acknowledged('c', 4)];
  expect(compareWithLog(commands, events, 0)).toMatchObject({
    acknowledged: 3,
    lost: 1,
    misplaced: 0,
    writtenTwice: 1,
  });
});

test.each([1, 3, Number.NaN])(
  'finds a command that was acknowledged with the wrong position %d',
  (position) => {
    const events = [event(1, 'a'), event(2, 'b')];
    expect(compareWithLog([acknowledged('b', position)], events, 0)).toMatchObject({ lost: 0, misplaced: 1 });
  },
);

test.each([
  ['before the first event', [event(2, 'a')]],
  ['between positions', [event(1, 'a'), event(3, 'b', { version: 2 })]],
  ['between versions', [event(1, 'a'), event(2, 'b', { version: 3 })]],
])('finds a gap %s', (_, events) => {
  expect(compareWithLog([], events, 0).isDense).toBe(false);
});

const digestOf = (...positions: number[]) => positions.reduce(addToDigest, emptyDigest);
const group = { sockets: 5, logId: 'log', base: 1, count: 2, digest: digestOf(2, 4) };
const events = [event(1, 'a'), event(2, 'b'), event(3, null, { type: 'UserRegistered' }), event(4, 'c')];

test('counts the sockets that have received everything since they fetched', () => {
  expect(countCompleteSockets({ groups: [group] }, events, 'log')).toBe(5);
  const another = { ...group, sockets: 3, base: 2, count: 1, digest: digestOf(4) };
  expect(countCompleteSockets({ groups: [group, another] }, events, 'log')).toBe(8);
});

test.each([
  ['lacks a message', { count: 1, digest: digestOf(4) }],
  ['received the messages in a different order', { digest: digestOf(4, 2) }],
  ['received a message twice', { count: 3, digest: digestOf(2, 2, 4) }],
  ['follows another history', { logId: 'another' }],
])('does not count a socket that %s', (_, changes) => {
  expect(countCompleteSockets({ groups: [{ ...group, ...changes }] }, events, 'log')).toBe(0);
});

test('measures the longest time without an answer, including the time after the last one, and the whole time if there is none', () => {
  expect(longestGap([1_000, 2_000, 7_000], 0, 8_000)).toBe(5);
  expect(longestGap([], 0, 8_000)).toBe(8);
  expect(longestGap([9_000, 100], 0, 3_000)).toBe(2.9);
});

test('measures the longest time for which any one client got no answer', () => {
  expect(longestGapOfAny([[1_000, 2_000, 3_000], [500]], 0, 4_000)).toBe(3.5);
  expect(longestGapOfAny([[1_000, 2_000, 3_000], []], 0, 4_000)).toBe(4);
});
