import { expect, test } from 'vitest';
import type { LogReader, RecordedEvent } from '../log.ts';
import { createBoundedReader } from './bounded-reader.ts';

const events = Array.from(
  { length: 9 },
  (_, index) =>
    ({
      type: 'CourseRemoved',
      data: {},
      position: index + 1,
      stream: 'course-1',
      version: index + 1,
      recordedAt: new Date(index * 1_000),
      commandId: `${index}`,
      metadata: { actor: null, correlationId: '' },
    }) satisfies RecordedEvent,
);

const reader: LogReader = {
  logId: async () => 'log',
  historyId: async () => 'history',
  head: async () => events.length,
  readStream: async (_, after = 0) => events.filter(({ version }) => version > after),
  readStreams: async (streams) =>
    streams.map(({ afterVersion }) => events.filter(({ version }) => version > afterVersion)),
  readStreamsInRun: async (streams) => ({ primaryRun: 'run', events: await reader.readStreams(streams) }),
  primaryRun: async () => 'run',
  readAt: async (positions) => events.filter(({ position }) => positions.includes(position)),
  positionBefore: async (time) => events.filter(({ recordedAt }) => recordedAt < time).length,
  readPage: async (after, limit, types) => ({
    events: events.slice(after, after + limit).filter(({ type }) => types?.includes(type) ?? true),
    head: events.length,
  }),
  async *tail({ after, upTo }) {
    yield { events: events.slice(after, upTo?.()), head: events.length };
  },
  answerOf: async () => ({ outcome: 'key-reused' }),
  close: async () => {},
};
const positionsOf = (events: readonly RecordedEvent[]) => events.map(({ position }) => position);

test('returns no event after the end', async () => {
  const log = createBoundedReader(reader, 5);
  expect(await log.head()).toBe(5);
  expect(positionsOf(await log.readStream('course-1', 3))).toEqual([4, 5]);
  expect((await log.readStreams([{ stream: 'course-1', afterVersion: 4 }])).map(positionsOf)).toEqual([[5]]);
  expect(positionsOf(await log.readAt([4, 6]))).toEqual([4]);
  expect(await log.positionBefore(new Date(60_000))).toBe(5);
  const page = await log.readPage(3, 100);
  expect([positionsOf(page.events), page.head]).toEqual([[4, 5], 5]);
  expect(await log.readPage(5, 100)).toEqual({ events: [], head: 5 });
  expect((await log.readPage(3, 100, ['CourseAdded'])).events).toEqual([]);
  expect(await log.readPage(8, 1)).toEqual({ events: [], head: 5 });
  const pages: number[][] = [];
  for await (const { events } of log.tail({ after: 2, signal: new AbortController().signal }))
    pages.push(positionsOf(events));
  expect(pages).toEqual([[3, 4, 5]]);
  expect(await log.answerOf({ key: 'k', bodyHash: 'h' })).toBeNull();
});

test('returns all events of a log that is shorter than the end', async () => {
  const log = createBoundedReader(reader, 100);
  expect(await log.head()).toBe(9);
  expect(positionsOf((await log.readPage(7, 100)).events)).toEqual([8, 9]);
});
