import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { streamId } from '#events/catalogue/stream-id.ts';
import { createSealer } from '#events/seals/sealer.ts';
import { archiveEverything, createArchiveFolder } from '#events/testing/archived-log.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { projections } from '../models/projections.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { openResources } from '../server/resources.ts';
import { snapshot } from './projector-database.ts';
import { openProjectorTestLog, waitForPosition } from './projector-test-log.ts';
import { schoolHistory } from './school-history.ts';
import { appendHistory } from './test-log-events.ts';

test('projects, rebuilds and lists removals from archived events', async () => {
  const { url: archiveUrl, folder, store } = createArchiveFolder();
  const log = await openProjectorTestLog(undefined, { ARCHIVE_URL: archiveUrl });
  const history = schoolHistory(24);
  await appendHistory(log, history);
  await createSealer({ pool: log.pool, pageSize: 16 }).sealUpTo();
  await archiveEverything(log.url, store, { eventsPerSegment: 50 });
  const head = await log.reader.head();
  const { rows } = await log.pool.query('select log.archived_head()::int as archived');
  expect(rows[0].archived).toBeGreaterThan(history.length - 100);

  const removalsFile = join(folder, 'removals.jsonl');
  const projector = log.start(removalsFile);
  await waitForPosition(log, head);
  await projector.stop();
  const projected = await snapshot(log);
  expect(projected.audit).toHaveLength(head);
  expect(projected.parked).toEqual([]);
  const removed = history.filter(({ type }) => type === 'UserRemoved').map(({ stream }) => streamId(stream));
  expect(removed.length).toBeGreaterThan(0);
  const listed = readFileSync(removalsFile, 'utf8').trim().split('\n');
  expect(listed.map((line) => JSON.parse(line).user).toSorted()).toEqual(removed.toSorted());

  for (const { name } of projections.flatMap(({ tables }) => tables))
    await sql`truncate ${sql.id('read', name)}`.execute(log.db);
  const resources = openResources(parseConfiguration(log.environment), createSilentLogger());
  try {
    await rebuild({
      ...{ projections, openWriter: resources.openWriter, reader: resources.reader },
      signal: new AbortController().signal,
    });
    expect(await snapshot(log)).toEqual(projected);
  } finally {
    await resources.close();
  }
});
