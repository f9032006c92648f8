import type { RecordedEvent } from '#events/log/log.ts';
import type { Projection } from '../projection/projection.ts';
import type { LogRange } from './advance.ts';

/**
 * Groups the models that lack events of a page by their positions.
 * @param events a page that begins at most one position after the lowest of these positions, so that no event is left out.
 * @returns each group with its part of the page.
 */
export const groupByPosition = (
  projections: readonly Projection[],
  checkpoints: ReadonlyMap<string, number>,
  events: readonly RecordedEvent[],
): { group: readonly Projection[]; range: LogRange }[] => {
  const to = events.at(-1)?.position ?? 0;
  return [...Map.groupBy(projections, ({ model }) => checkpoints.get(model) ?? 0)]
    .filter(([after]) => after < to)
    .map(([after, group]) => ({
      group,
      range: { after, to, events: events.filter(({ position }) => position > after) },
    }));
};
