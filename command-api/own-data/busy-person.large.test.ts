import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openTestLog } from '#events/testing/log.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { openCopies } from './copy.ts';
import { keepBusy, noteBytes } from './testing/busy-person.ts';

const events = 60_000;
const pages = events / 1_000;

test('a copy of 60,000 events is made no faster than it is fetched, in the memory of a few pages', async () => {
  await using database = await createTestDatabase();
  await using log = openTestLog(database.url);
  const person = randomUUID();
  await keepBusy(log, person, events);
  let pagesRead = 0;
  const copyOf = openCopies({
    pool: log.pool,
    reader: {
      head: () => log.reader.head(),
      readStream: (stream) => log.reader.readStream(stream),
      readPage: (after, limit) => log.reader.readPage(after, limit),
      readAt: (positions) => {
        pagesRead += 1;
        return log.reader.readAt(positions);
      },
    },
    isReadable: async () => true,
  });
  const heapBefore = process.memoryUsage().heapUsed;
  let [bytes, mostHeap, mostAhead] = [0, 0, 0];
  for await (const chunk of await copyOf(person, 'UTC')) {
    bytes += (chunk as Buffer).length;
    mostAhead = Math.max(mostAhead, pagesRead - bytes / (1_000 * noteBytes));
    mostHeap = Math.max(mostHeap, process.memoryUsage().heapUsed);
  }
  const grown = (mostHeap - heapBefore) / 1_048_576;
  // Once for the page and once for the JSON.
  expect(pagesRead).toBe(2 * pages);
  expect(bytes).toBeGreaterThan(2 * events * noteBytes);
  expect(mostAhead).toBeLessThan(10);
  expect(grown).toBeLessThan(150);
});
