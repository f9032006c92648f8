import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { Projection } from '../projection/projection.ts';

/** Models that are built up to `from` and stand live at `to`. */
export type Gap = { from: number; to: number; together: Projection[] };

/** Where the live models stand; 0 for one that nobody has begun. */
export const livePositions = async (
  db: Kysely<ReadTables>,
  models: readonly string[],
): Promise<Map<string, number>> => {
  const { rows } = await sql<{ model: string; position: number }>`
    select model, position from read.checkpoints where model = any(${models}::text[])`.execute(db);
  const live = new Map(rows.map(({ model, position }) => [model, position]));
  return new Map(models.map((model) => [model, live.get(model) ?? 0]));
};

/** What lies between the built models and the live ones, for those together that have the same before them. */
export const gapsBetween = (
  projections: readonly Projection[],
  built: ReadonlyMap<string, number>,
  live: ReadonlyMap<string, number>,
): Gap[] => {
  const gaps = new Map<string, Gap>();
  for (const projection of projections) {
    const from = built.get(projection.model) ?? 0;
    const to = live.get(projection.model) ?? 0;
    const gap = gaps.get(`${from} ${to}`) ?? { from, to, together: [] };
    gap.together.push(projection);
    gaps.set(`${from} ${to}`, gap);
  }
  return [...gaps.values()];
};
