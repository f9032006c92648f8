import type { Transaction } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { ParkedStream } from './project-or-park.ts';

/**
 * Returns the parked streams by model. Must run after the checkpoints are locked: a retry locks them too, so the result
 * stays valid for the whole transaction.
 */
export const loadParkedStreams = async (
  transaction: Transaction<ReadTables>,
  models: readonly string[],
): Promise<Map<string, Set<string>>> => {
  const rows = await transaction
    .selectFrom('parked')
    .select(['model', 'stream'])
    .where('model', 'in', models)
    .execute();
  const byModel = new Map<string, Set<string>>();
  for (const { model, stream } of rows) {
    const streams = byModel.get(model) ?? new Set();
    byModel.set(model, streams.add(stream));
  }
  return byModel;
};

/** Parks streams. If a stream is already parked, its `since` stays the same and its `attempts` increase by one. */
export const parkStreams = async (
  transaction: Transaction<ReadTables>,
  model: string,
  streams: readonly ParkedStream[],
): Promise<void> => {
  if (streams.length === 0) return;
  await transaction
    .insertInto('parked')
    .values(streams.map((parked) => ({ model, ...parked })))
    .onConflict((conflict) =>
      conflict.columns(['model', 'stream']).doUpdateSet((row) => ({
        position: row.ref('excluded.position'),
        version: row.ref('excluded.version'),
        error: row.ref('excluded.error'),
        attempts: row('parked.attempts', '+', 1),
      })),
    )
    .execute();
};

/** Unparks the streams that belong to removed users. Returns the names of these streams. */
export const unparkStreamsOfUsers = async (
  transaction: Transaction<ReadTables>,
  model: string,
  userIds: readonly string[],
): Promise<string[]> => {
  if (userIds.length === 0) return [];
  const rows = await transaction
    .deleteFrom('parked')
    .where('model', '=', model)
    .where('owner', 'in', userIds)
    .returning('stream')
    .execute();
  return rows.map(({ stream }) => stream);
};

export const unparkStreams = async (
  transaction: Transaction<ReadTables>,
  model: string,
  streams: readonly string[],
): Promise<void> => {
  if (streams.length === 0) return;
  await transaction.deleteFrom('parked').where('model', '=', model).where('stream', 'in', streams).execute();
};
