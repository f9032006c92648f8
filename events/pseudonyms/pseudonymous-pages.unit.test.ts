import { expect, test } from 'vitest';
import type { RecordedEvent } from '../log/log.ts';
import { readPseudonymousPages, toJsonLines } from './pseudonymous-pages.ts';
import { createPseudonyms } from './pseudonyms.ts';

const pseudonyms = createPseudonyms(new Uint8Array(32));
/** A log of so many events, of which some are wanted; it counts how often it is read. */
const logOf = (size: number, isWanted: (position: number) => boolean = () => true) => {
  const read: [number, number][] = [];
  return {
    read,
    readPage: async (after: number, limit: number) => {
      read.push([after, limit]);
      const count = Math.max(Math.min(limit, size - after), 0);
      const events = Array.from({ length: count }, (_, index) => {
        const position = after + index + 1;
        return {
          ...{ position, stream: 'course-1', version: position, type: 'CourseRemoved', data: {} },
          ...{ commandId: '', recordedAt: new Date(0), metadata: { actor: null, correlationId: '' } },
        } as RecordedEvent;
      });
      return { events: events.filter(({ position }) => isWanted(position)), upTo: after + limit };
    },
  };
};

const positions = async (
  size: number,
  stretch: { after?: number; to?: number } = {},
  isWanted?: (position: number) => boolean,
) => {
  const { readPage } = logOf(size, isWanted);
  const found: number[] = [];
  const whole = { after: 0, to: size, ...stretch };
  const { signal } = new AbortController();
  for await (const page of readPseudonymousPages(
    { read: readPage, pseudonyms, signal, pageSize: 3 },
    whole,
  )) {
    expect(page.length).toBeGreaterThan(0);
    found.push(...page.map(({ position }) => position));
  }
  return found;
};

test('a stretch is given whole, in order, whatever the pages', async () => {
  expect(await positions(7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(await positions(7, { after: 2, to: 6 })).toEqual([3, 4, 5, 6]);
  expect(await positions(7, { after: 6, to: 6 })).toEqual([]);
  expect(await positions(0)).toEqual([]);
  expect(await positions(20, {}, (position) => position === 1 || position > 18)).toEqual([1, 19, 20]);
  expect(await positions(20, { to: 19 }, (position) => position > 19)).toEqual([]);
});

test('it reads one page ahead of whoever takes them, and none once nobody does', async () => {
  const { read, readPage } = logOf(1_000);
  const stretch = { after: 0, to: 1_000 };
  const options = { read: readPage, pseudonyms, signal: new AbortController().signal, pageSize: 10 };
  const pages = readPseudonymousPages(options, stretch);
  for (const taken of [1, 2, 3]) {
    await pages.next();
    expect(read).toHaveLength(taken + 1);
  }
  await pages.return(undefined);
  expect(await pages.next()).toEqual({ done: true, value: undefined });
  expect(read).toHaveLength(4);
});

test('an aborted walk reads no further', async () => {
  const { read, readPage } = logOf(1_000);
  const gone = new AbortController();
  const stretch = { after: 0, to: 1_000 };
  const pages = readPseudonymousPages(
    { read: readPage, pseudonyms, signal: gone.signal, pageSize: 10 },
    stretch,
  );
  await pages.next();
  gone.abort(new Error('Gone'));
  await expect(pages.next()).rejects.toThrow('Gone');
  expect(read).toHaveLength(2);
});

test('a page is a line an event, each ended', () => {
  const line = { position: 1 } as Parameters<typeof toJsonLines>[0][number];
  expect(toJsonLines([line, line])).toBe('{"position":1}\n{"position":1}\n');
});
