import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openTestLog } from '#events/testing/test-log.ts';
import { createReadDatabase } from '../../read-table-lookups/read-database.ts';
import { createStartDataCopy } from './data-copy.ts';
import { noteBytes, writeLargeHistory } from './testing/large-history.ts';

const eventCount = 60_000;
/** `readEventsOfPerson` reads this many events at once. */
const eventsPerPage = 1_000;
const pageCount = eventCount / eventsPerPage;

test('generates a copy of 60,000 events at the speed of its client, with a few pages in memory', async () => {
  const log = await openTestLog();
  const userId = randomUUID();
  await writeLargeHistory(log, userId, eventCount);
  let pagesRead = 0;
  const startDataCopy = createStartDataCopy({
    database: createReadDatabase(log.pool),
    reader: {
      head: () => log.reader.head(),
      readStream: (stream) => log.reader.readStream(stream),
      readPage: (after, limit) => log.reader.readPage(after, limit),
      readAt: (positions) => {
        pagesRead += 1;
        return log.reader.readAt(positions);
      },
    },
    hasKey: async () => true,
  });
  const heapBefore = process.memoryUsage().heapUsed;
  let bytes = 0;
  let maxHeap = 0;
  let maxPagesAhead = 0;
  for await (const chunk of await startDataCopy(userId, 'UTC')) {
    bytes += (chunk as Buffer).length;
    // The notes are random, so the ZIP contains at least `noteBytes` for each.
    maxPagesAhead = Math.max(maxPagesAhead, pagesRead - bytes / (eventsPerPage * noteBytes));
    maxHeap = Math.max(maxHeap, process.memoryUsage().heapUsed);
  }
  const heapGrowthMb = (maxHeap - heapBefore) / 1_048_576;
  // Once for the HTML page and once for the JSON.
  expect(pagesRead).toBe(2 * pageCount);
  expect(bytes).toBeGreaterThan(2 * eventCount * noteBytes);
  expect(maxPagesAhead).toBeLessThan(10);
  expect(heapGrowthMb).toBeLessThan(150);
});
