import { expect, test } from 'vitest';
import { archiveWithoutFiles } from '#events/testing/archive-without-files.ts';
import { openLogDatabase } from '#events/testing/log-database.ts';
import type { Checkpoints } from '../../freshness/checkpoints.ts';
import { loadModelLag } from './model-lag.ts';

test('reports how late a model is even if its next event is archived', async () => {
  const { pool } = await openLogDatabase(20);
  await archiveWithoutFiles(pool, 5);
  await archiveWithoutFiles(pool, 10);
  const modelAt = (position: number) => ({
    ...{ position, currentUpTo: position, relevantPosition: position, epoch: 1, parkedStreams: 0 },
  });
  const checkpoints: Checkpoints = {
    logId: '',
    head: 20,
    models: new Map(
      [0, 7, 12, 20].map((position) => [`at ${String(position).padStart(2, '0')}`, modelAt(position)]),
    ),
    ...{
      isPrimaryUnreachable: false,
      outageMs: 0,
      replicaPosition: null,
      replicaServer: null,
      entityTagId: '',
    },
  };
  const lags = await loadModelLag(pool, checkpoints, Date.parse('2026-01-01T00:01:00Z'));
  expect(lags.map(({ behind, seconds }) => [behind, seconds])).toEqual([
    [20, 60],
    [13, 60],
    [8, 60],
    [0, 0],
  ]);
});
