import { type Kysely, sql, type Transaction } from 'kysely';
import { type CheckpointNotice, checkpointChannel } from '#platform/read-tables/checkpoints.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';

/** Another runner has moved the checkpoint, so this transaction must be rolled back. */
export class SupersededError extends Error {
  override name = 'SupersededError';
  constructor() {
    super('Another runner has moved the checkpoint and is the leader now.');
  }
}

/** A read model contains events that the log does not have, for example because the log was restored from an older backup. */
class AheadOfLogError extends Error {
  override name = 'AheadOfLogError';
  constructor(model: string, position: number, head: number) {
    super(
      `The read model ${model} is at position ${position}, but the log ends at ${head}. If the log is correct, run: projector rebuild ${model}`,
    );
  }
}

/** Returns the position of each model. Creates missing checkpoints at position 0. */
export const loadCheckpoints = async (
  db: Kysely<ReadTables>,
  models: readonly string[],
): Promise<Map<string, number>> => {
  if (models.length === 0) return new Map();
  await db
    .insertInto('checkpoints')
    .values(models.map((model) => ({ model })))
    .onConflict((conflict) => conflict.column('model').doNothing())
    .execute();
  const rows = await db
    .selectFrom('checkpoints')
    .select(['model', 'position'])
    .where('model', 'in', models)
    .execute();
  return new Map(rows.map((row) => [row.model, row.position]));
};

/** Requires that no model is ahead of the log. @throws {AheadOfLogError} for the first one that is. */
export const rejectCheckpointsAheadOfLog = (checkpoints: ReadonlyMap<string, number>, head: number): void => {
  for (const [model, position] of checkpoints)
    if (position > head) throw new AheadOfLogError(model, position, head);
};

/** A read model contains an event that the log has lost, for example because only the log was restored from a backup. */
class LostEventError extends Error {
  override name = 'LostEventError';
  constructor(model: string, position: number) {
    super(
      `The log’s event at the checkpoint of the read model ${model} (position ${position}) differs from the one that was there when the model was projected. If the log is correct, run: projector rebuild ${model}`,
    );
  }
}

/**
 * Requires that the log still has, at the checkpoint of each model, the event that was there when the model was projected. Compares the
 * times of the events. Skips a model whose event is archived, and one that is ahead of the log ({@link rejectCheckpointsAheadOfLog}).
 * @param db a connection to the database with the current tables and the log.
 * @throws {LostEventError} for the first model for which the log has a different event there.
 */
export const rejectCheckpointsOfLostEvents = async (
  db: Kysely<ReadTables>,
  models: readonly string[],
): Promise<void> => {
  const { rows } = await sql<{ model: string; position: number }>`
    select model, position::float8 as position from read.checkpoints
      where model = any (${models}::text[]) and event_at <> (
        select recorded_at from log.events where events.position = checkpoints.position)
      order by model limit 1`.execute(db);
  if (rows[0]) throw new LostEventError(rows[0].model, rows[0].position);
};

/**
 * Moves the checkpoints of some models by compare-and-set, all or none. Also locks them, so that no other runner, retry or swap can change
 * these models until the transaction ends.
 * @param move.lastRelevant by model: the position of the last event, within the range, that the model handles; 0 if there is none.
 * @returns the notice to send with {@link notifyCheckpoints}.
 * @throws {SupersededError} if a checkpoint is not at `after`.
 */
export const moveCheckpoints = async (
  transaction: Transaction<ReadTables>,
  move: { after: number; to: number; lastRelevant: ReadonlyMap<string, number> },
): Promise<CheckpointNotice> => {
  const models = [...move.lastRelevant.keys()];
  const { rows } = await sql<{ model: string; relevant_position: number; epoch: number }>`
    update checkpoints as c
    set position = ${move.to}, updated_at = clock_timestamp(),
        relevant_position = greatest(c.relevant_position, moved.relevant)
    from unnest(${models}::text[], ${[...move.lastRelevant.values()]}::bigint[]) as moved (model, relevant)
    where c.model = moved.model and c.position = ${move.after}
    returning c.model, c.relevant_position, c.epoch`.execute(transaction);
  if (rows.length !== models.length) throw new SupersededError();
  return Object.fromEntries(
    rows.map((row) => [
      row.model,
      { position: move.to, relevantPosition: row.relevant_position, epoch: row.epoch },
    ]),
  );
};

/** Notifies the processes that wait for checkpoints. PostgreSQL delivers the notice when the transaction commits. */
export const notifyCheckpoints = async (
  transaction: Transaction<ReadTables>,
  notice: CheckpointNotice,
): Promise<void> => {
  await sql`select pg_notify(${checkpointChannel}, ${JSON.stringify(notice)})`.execute(transaction);
};
