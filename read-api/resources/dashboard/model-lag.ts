import type { Pool } from 'pg';
import type { Dashboard } from '#contract/schemas/dashboard.ts';
import type { Checkpoints } from '../../freshness/checkpoints.ts';

/** Returns how far each read model is behind the log. If none is behind, no query is needed. */
export const loadModelLag = async (
  primary: Pool,
  { head, models }: Checkpoints,
  now: number,
): Promise<Dashboard['models']> => {
  const nextPositions = [...models.values()].flatMap(({ position }) =>
    position < head ? [position + 1] : [],
  );
  const { rows } =
    nextPositions.length === 0
      ? { rows: [] }
      : await primary.query<{ position: string; at: Date }>(
          // For an archived event, the time of the first event of its segment is close enough.
          `select position, recorded_at as at from log.events where position = any($1)
           union all
           select position, first_recorded_at from unnest($1::bigint[]) as next (position)
             join log.segments on position between first_position and last_position`,
          [[...new Set(nextPositions)]],
        );
  const times = new Map(rows.map(({ position, at }) => [Number(position), at.getTime()]));
  return [...models]
    .map(([model, { position, parkedStreams }]) => {
      const since = times.get(position + 1) ?? now;
      return {
        model,
        behind: Math.max(0, head - position),
        seconds: Math.max(0, Math.round((now - since) / 1_000)),
        parked: parkedStreams,
      };
    })
    .sort((one, other) => (one.model < other.model ? -1 : 1));
};
