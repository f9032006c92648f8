import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { Projection } from '../projection/projection.ts';

/** Models whose shadow tables are at the position `after` and whose current tables are at `to`. */
type CatchUpRange = { after: number; to: number; projections: Projection[] };

/** Returns the position of each model's current tables; 0 for a model without a checkpoint. */
export const loadCurrentPositions = async (
  db: Kysely<ReadTables>,
  models: readonly string[],
): Promise<Map<string, number>> => {
  const { rows } = await sql<{ model: string; position: number }>`
    select model, position from read.checkpoints where model = any(${models}::text[])`.execute(db);
  const current = new Map(rows.map(({ model, position }) => [model, position]));
  return new Map(models.map((model) => [model, current.get(model) ?? 0]));
};

/** Groups models by the range of the log that their current tables contain and their shadow tables lack. */
export const findCatchUpRanges = (
  projections: readonly Projection[],
  built: ReadonlyMap<string, number>,
  current: ReadonlyMap<string, number>,
): CatchUpRange[] => {
  const ranges = new Map<string, CatchUpRange>();
  for (const projection of projections) {
    const after = built.get(projection.model) ?? 0;
    const to = current.get(projection.model) ?? 0;
    const range = ranges.get(`${after} ${to}`) ?? { after, to, projections: [] };
    range.projections.push(projection);
    ranges.set(`${after} ${to}`, range);
  }
  return [...ranges.values()];
};
