import { expect } from 'vitest';
import type { Writer } from '../connection/writer.ts';
import { projections } from '../models/projections.ts';
import type { Projection } from '../projection/projection.ts';
import type { RunnerObserver } from '../runner/lead.ts';
import { runProjections } from '../runner/run-projections.ts';
import type { MemoryLog } from './memory-log.ts';
import { checkpointsAt, type openProjectorDatabase, snapshot, snapshotAfter } from './projector-database.ts';
import type { schoolHistory } from './school-history.ts';
import { silentObserver } from './silent-observer.ts';

export type Database = Awaited<ReturnType<typeof openProjectorDatabase>>;

/** Starts a runner in this process. Returns what it did: its states, the positions that the courses have applied, and its connections. */
export const startRunner = (
  database: Database,
  log: MemoryLog,
  {
    models = projections,
    pageSize = 7,
    maxConnections = 100,
  }: { models?: readonly Projection[]; pageSize?: number; maxConnections?: number } = {},
) => {
  const stop = new AbortController();
  const states: string[] = [];
  const applied: number[] = [];
  let retries = 0;
  let timesAlone = 0;
  let writer: Writer | undefined;
  const opened: Writer[] = [];
  const observer: RunnerObserver = {
    ...silentObserver,
    state: (state) => states.push(state),
    advanced: (advancedModels, { after, to }) => {
      if (advancedModels.includes('courses'))
        for (let position = after + 1; position <= to; position += 1) applied.push(position);
    },
    retried: () => {
      retries += 1;
    },
    worksAlone: () => {
      timesAlone += 1;
    },
  };
  const ended = runProjections(
    {
      openWriter: async () => {
        if (opened.length >= maxConnections)
          throw Object.assign(new Error('sorry, too many clients already'), { code: '53300' });
        writer = await database.open();
        opened.push(writer);
        return writer;
      },
      reader: log,
      projections: models,
      outbox: null,
      observer,
      afterCommit: () => {},
      pageSize,
      standbyPollMs: 30,
    },
    stop.signal,
  );
  return {
    states,
    applied,
    opened,
    isLeading: () => states.at(-1) === 'leading',
    retries: () => retries,
    timesAlone: () => timesAlone,
    writer: () => {
      if (!writer) throw new Error('expected a connected runner');
      return writer;
    },
    async stop() {
      stop.abort();
      await ended;
    },
  };
};

/** Waits until all models have reached the end of the history. */
export const waitUntilApplied = async (database: Database, events: ReturnType<typeof schoolHistory>) => {
  const inspector = await database.open();
  await expect
    .poll(async () => (await snapshot(inspector)).checkpoints)
    .toEqual(checkpointsAt(events.length));
};

/** Compares the tables with those to which the events were applied at once. */
export const expectSameAsReference = async (database: Database, events: ReturnType<typeof schoolHistory>) => {
  expect(await snapshot(await database.open())).toEqual(await snapshotAfter(projections, events));
};
