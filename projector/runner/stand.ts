import type { Kysely } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';

/** Where each model stands, by name. Models that are new to the database begin at 0. */
export const readStand = async (
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

/** A read table knows of events that the log does not have: one of them was put back from an older backup. */
export class AheadOfLogError extends Error {
  override name = 'AheadOfLogError';
  constructor(model: string, position: number, head: number) {
    super(
      `The read model ${model} stands at position ${position}, but the log ends at ${head}. If the log is the right one, run: projector rebuild ${model}`,
    );
  }
}

/** @throws {AheadOfLogError} for the first model that stands beyond the log's end. */
export const refuseAhead = (stand: ReadonlyMap<string, number>, head: number): void => {
  for (const [model, position] of stand)
    if (position > head) throw new AheadOfLogError(model, position, head);
};
