import type { RecordedEvent } from '#events/log/log.ts';
import { erasedIn, isErased, type Projection } from '../projection/projection.ts';

/**
 * Deals pages of the log out to models, in one pass whatever their number: to each what it looks at, without what
 * is erased by the end.
 * @param removals the events, up to where the models are built, that erase what was before them.
 */
export const shareOut = (projections: readonly Projection[], removals: readonly RecordedEvent[]) => {
  /** One map for all that are erased by the same types. */
  const erasedBy = new Map<string, ReadonlyMap<string, number>>();
  const erasedFor = (projection: Projection) => {
    const types = [...projection.erasing].sort().join();
    const erased = erasedBy.get(types) ?? erasedIn(projection, removals);
    erasedBy.set(types, erased);
    return erased;
  };
  const shares = projections.map((projection) => ({
    model: projection.model,
    erased: erasedFor(projection),
    events: [] as RecordedEvent[],
    /** The last event that it looks at. */
    last: 0,
  }));
  const wanting = new Map<string, typeof shares>();
  for (const [index, { eventTypes }] of projections.entries())
    for (const type of eventTypes) {
      const share = shares[index];
      if (share) wanting.set(type, [...(wanting.get(type) ?? []), share]);
    }

  return {
    /** By model: its part of the page, and the last position so far that matters to it. */
    deal(
      page: readonly RecordedEvent[],
    ): ReadonlyMap<string, Pick<(typeof shares)[number], 'events' | 'last'>> {
      for (const share of shares) share.events = [];
      for (const event of page) {
        let asked: ReadonlyMap<string, number> | null = null;
        let isGone = false;
        for (const share of wanting.get(event.type) ?? []) {
          share.last = event.position;
          if (share.erased !== asked) {
            asked = share.erased;
            isGone = asked.size > 0 && isErased(asked, event);
          }
          if (!isGone) share.events.push(event);
        }
      }
      return new Map(shares.map((share) => [share.model, share]));
    },
  };
};
