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
          'select position, recorded_at as at from log.events where position = any($1)',
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
