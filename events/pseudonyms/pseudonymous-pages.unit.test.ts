import { expect, test } from 'vitest';
import type { RecordedEvent } from '../log/log.ts';
import { pseudonymizeEvent } from './pseudonymous-event.ts';
import { readPseudonymousPages, toJsonLines } from './pseudonymous-pages.ts';
import { createPseudonyms } from './pseudonyms.ts';

const pseudonyms = createPseudonyms(new Uint8Array(32));

const eventAt = (position: number): RecordedEvent => ({
  position,
  stream: 'course-1',
  version: position,
  type: 'CourseRemoved',
  data: {},
  commandId: '',
  recordedAt: new Date(0),
  metadata: { actor: null, correlationId: '' },
});

/** A log of `size` events, which returns only the selected ones and records the calls of `read`. */
const createLog = (size: number, isSelected: (position: number) => boolean = () => true) => {
  const calls: [after: number, limit: number][] = [];
  return {
    calls,
    read: async (after: number, limit: number) => {
      calls.push([after, limit]);
      const count = Math.max(Math.min(limit, size - after), 0);
      const events = Array.from({ length: count }, (_, index) => eventAt(after + index + 1));
      return { events: events.filter(({ position }) => isSelected(position)), upTo: after + limit };
    },
  };
};

const readPositions = async (
  size: number,
  range: { after?: number; to?: number } = {},
  isSelected?: (position: number) => boolean,
) => {
  const { read } = createLog(size, isSelected);
  const positions: number[] = [];
  const { signal } = new AbortController();
  const options = { read, pseudonyms, signal, pageSize: 3 };
  for await (const page of readPseudonymousPages(options, { after: 0, to: size, ...range })) {
    expect(page.length).toBeGreaterThan(0);
    positions.push(...page.map(({ position }) => position));
  }
  return positions;
};

test('yields the complete range in order', async () => {
  expect(await readPositions(7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(await readPositions(7, { after: 2, to: 6 })).toEqual([3, 4, 5, 6]);
  expect(await readPositions(7, { after: 6, to: 6 })).toEqual([]);
  expect(await readPositions(0)).toEqual([]);
  expect(await readPositions(20, {}, (position) => position === 1 || position > 18)).toEqual([1, 19, 20]);
  expect(await readPositions(20, { to: 19 }, (position) => position > 19)).toEqual([]);
});

test('reads one page ahead, and stops when the consumer stops', async () => {
  const { calls, read } = createLog(1_000);
  const options = { read, pseudonyms, signal: new AbortController().signal, pageSize: 10 };
  const pages = readPseudonymousPages(options, { after: 0, to: 1_000 });
  for (const consumed of [1, 2, 3]) {
    await pages.next();
    expect(calls).toHaveLength(consumed + 1);
  }
  await pages.return(undefined);
  expect(await pages.next()).toEqual({ done: true, value: undefined });
  expect(calls).toHaveLength(4);
});

test('stops reading when the signal aborts', async () => {
  const { calls, read } = createLog(1_000);
  const abort = new AbortController();
  const options = { read, pseudonyms, signal: abort.signal, pageSize: 10 };
  const pages = readPseudonymousPages(options, { after: 0, to: 1_000 });
  await pages.next();
  abort.abort(new Error('Gone'));
  await expect(pages.next()).rejects.toThrow('Gone');
  expect(calls).toHaveLength(2);
});

test('formats each event of a page as one line', () => {
  const event = pseudonymizeEvent(eventAt(1), pseudonyms);
  expect(toJsonLines([event, event])).toBe(`${JSON.stringify(event)}\n${JSON.stringify(event)}\n`);
});
