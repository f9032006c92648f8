import type { Transaction } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { Parking } from './project-careful.ts';

/**
 * The streams that wait, by model. Read after the checkpoints are locked: a retry that frees a stream locks them too, so
 * what is read here holds for the whole transaction.
 */
export const parkedStreams = async (
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

/** Parks streams. One that waits already (a retry failed) keeps its date and counts one more attempt. */
export const parkStreams = async (
  transaction: Transaction<ReadTables>,
  model: string,
  parkings: readonly Parking[],
): Promise<void> => {
  if (parkings.length === 0) return;
  await transaction
    .insertInto('parked')
    .values(parkings.map((parking) => ({ model, ...parking })))
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

/** Lets streams go on that are removed persons' records: nothing of them is to come. @returns which they were. */
export const freeStreamsOf = async (
  transaction: Transaction<ReadTables>,
  model: string,
  persons: readonly string[],
): Promise<string[]> => {
  if (persons.length === 0) return [];
  const rows = await transaction
    .deleteFrom('parked')
    .where('model', '=', model)
    .where('owner', 'in', persons)
    .returning('stream')
    .execute();
  return rows.map(({ stream }) => stream);
};

/** Lets streams go on that were parked. */
export const freeStreams = async (
  transaction: Transaction<ReadTables>,
  model: string,
  streams: readonly string[],
): Promise<void> => {
  if (streams.length === 0) return;
  await transaction.deleteFrom('parked').where('model', '=', model).where('stream', 'in', streams).execute();
};
