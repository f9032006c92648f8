import type { RecordedEvent } from '#events/log/log.ts';
import type { Projection } from '../projection/projection.ts';
import type { LogRange } from './advance.ts';

/**
 * Groups models by their checkpoints. Leaves out models that already have all events of the page.
 * @param events a page that begins at most one position after the lowest checkpoint, so that no event is left out.
 * @returns each group with its part of the page.
 */
export const groupByCheckpoint = (
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
