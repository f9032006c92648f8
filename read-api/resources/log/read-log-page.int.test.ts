import { expect, test } from 'vitest';
import { createArchive } from '#events/archive/archive.ts';
import { SegmentsMissingError } from '#events/archive/archive-error.ts';
import { createSealer } from '#events/seals/sealer.ts';
import { archiveEverything, createArchiveFolder } from '#events/testing/archived-log.ts';
import { pretendToLag } from '#events/testing/intercept-queries.ts';
import { appendRequest, courseAdded, openTestLog } from '#events/testing/test-log.ts';
import { readLogPage } from './read-log-page.ts';

test('throws if the second query of a page reaches a server that lags behind, instead of returning an incomplete page', async () => {
  const log = await openTestLog();
  for (let number = 0; number < 40; number += 1)
    await log.appender.append(
      appendRequest({
        writes: [{ stream: `course-${number}`, expectedVersion: 0, events: [courseAdded('x')] }],
      }),
    );
  await createSealer({ pool: log.pool, pageSize: 6 }).sealUpTo();
  const { store } = createArchiveFolder();
  await archiveEverything(log.url, store);
  const archive = createArchive(store);
  const read = (pool: typeof log.pool, ...types: string[]) =>
    readLogPage(
      { pool, archive, signal: AbortSignal.timeout(60_000) },
      { after: 0, to: 40, types: new Set(types) },
      100,
    );
  for (const types of [[], ['CourseAdded'], ['UserRemoved']]) {
    expect(await read(log.pool, ...types)).toMatchObject({ events: expect.any(Array) });
    await expect(read(pretendToLag(log.pool), ...types)).rejects.toThrow(SegmentsMissingError);
  }
});
