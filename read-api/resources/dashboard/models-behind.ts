import type { Pool } from 'pg';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Standing } from '../../freshness/positions.ts';

/** How far each read model is behind the log; one that is behind by nothing costs no question. */
export const modelsBehind = async (
  primary: Pool,
  { head, models }: Standing,
  now: number,
): Promise<Dashboard['models']> => {
  const waiting = [...models.values()].flatMap(({ position }) => (position < head ? [position + 1] : []));
  const { rows } =
    waiting.length === 0
      ? { rows: [] }
      : await primary.query<{ position: string; at: Date }>(
          'select position, recorded_at as at from log.events where position = any($1)',
          [[...new Set(waiting)]],
        );
  const times = new Map(rows.map(({ position, at }) => [Number(position), at.getTime()]));
  return [...models]
    .map(([model, { position, parked }]) => {
      const since = times.get(position + 1) ?? now;
      return {
        model,
        behind: Math.max(0, head - position),
        seconds: Math.max(0, Math.round((now - since) / 1_000)),
        parked,
      };
    })
    .sort((one, other) => (one.model < other.model ? -1 : 1));
};
