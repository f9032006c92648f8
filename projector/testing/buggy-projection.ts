import type { RecordedEvent } from '#events/log/log.ts';
import type { Projection } from '../projection/projection.ts';

/** Returns the projection with a bug: pages with an affected event fail. */
export const createBuggyProjection = (
  projection: Projection,
  isAffected: (event: RecordedEvent) => boolean,
): Projection => ({
  ...projection,
  async apply(page, tables) {
    if (page.some(isAffected)) throw new Error('a bug');
    await projection.apply(page, tables);
  },
});
