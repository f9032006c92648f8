import { expect, test } from 'vitest';
import { projections } from '../models/projections.ts';
import { createMemoryLog } from '../testing/memory-log.ts';
import { catchUpLateModels, findLateModels } from './late-models.ts';

const lateAt = (positions: Record<string, number>) => {
  const checkpoints = new Map(projections.map(({ model }) => [model, positions[model] ?? 50_000]));
  return findLateModels(projections, checkpoints).map(({ model }) => model);
};

test('finds the models that are more than 10,000 events behind the most advanced one', () => {
  expect(lateAt({ audit: 0, notes: 39_999, users: 40_000 }).sort()).toEqual(['audit', 'notes']);
});

test('finds none if all models are at the start of the log', () => {
  expect(lateAt(Object.fromEntries(projections.map(({ model }) => [model, 0])))).toEqual([]);
});

test('tries again to open a connection after any error, and reports the error once', async () => {
  const stop = new AbortController();
  let attempts = 0;
  const retried: string[] = [];
  const reported: string[] = [];
  await catchUpLateModels(
    {
      ...{
        late: projections.slice(0, 1),
        checkpoints: new Map<string, number>(),
        reader: createMemoryLog([]),
        pageSize: 7,
      },
      openWriter: async () => {
        attempts += 1;
        if (attempts === 3) setImmediate(() => stop.abort());
        throw Object.assign(new Error('password authentication failed'), { code: '28P01' });
      },
      onAdvanced: () => {},
      onRetry: ({ message }) => retried.push(message),
      onNoConnection: ({ message }) => reported.push(message),
      handOver: () => true,
    },
    stop.signal,
  );
  expect(attempts).toBe(3);
  expect(retried).toEqual([]);
  expect(reported).toEqual(['password authentication failed']);
});
