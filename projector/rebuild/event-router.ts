import type { RecordedEvent } from '#events/log/log.ts';
import { findErasures, isErased } from '../projection/erasure.ts';
import type { Projection } from '../projection/projection.ts';

/** The part of the current page that one model receives. */
type Route = {
  model: string;
  erasures: ReadonlyMap<string, number>;
  events: RecordedEvent[];
  /** The position of the last event so far that the model handles, including erased events. */
  lastRelevant: number;
};

/**
 * Creates a router that distributes pages of the log to models in one pass. Each model receives the events that it handles, except its
 * erasing events and the events that they erase.
 * @param removals all erasing events up to the end of the build.
 */
export const createEventRouter = (projections: readonly Projection[], removals: readonly RecordedEvent[]) => {
  /** Projections with the same erasing types share one map. */
  const erasuresByTypes = new Map<string, ReadonlyMap<string, number>>();
  const erasuresOf = (projection: Projection) => {
    const types = [...projection.erasingEventTypes].sort().join();
    const erasures = erasuresByTypes.get(types) ?? findErasures(projection, removals);
    erasuresByTypes.set(types, erasures);
    return erasures;
  };
  const routes: Route[] = [];
  const routesByType = new Map<string, Route[]>();
  for (const projection of projections) {
    const { model, eventTypes } = projection;
    const route: Route = { model, erasures: erasuresOf(projection), events: [], lastRelevant: 0 };
    routes.push(route);
    for (const type of eventTypes) routesByType.set(type, [...(routesByType.get(type) ?? []), route]);
  }

  return {
    /** Returns the routes by model. They are valid until the next call. */
    route(page: readonly RecordedEvent[]): ReadonlyMap<string, Route> {
      for (const route of routes) route.events = [];
      for (const event of page) {
        // Most models share one map of erasures, so the result for the previous model usually applies to the next.
        let checkedErasures: ReadonlyMap<string, number> | null = null;
        let isErasedLater = false;
        for (const route of routesByType.get(event.type) ?? []) {
          route.lastRelevant = event.position;
          if (route.erasures !== checkedErasures) {
            checkedErasures = route.erasures;
            isErasedLater = checkedErasures.size > 0 && isErased(checkedErasures, event);
          }
          if (!isErasedLater) route.events.push(event);
        }
      }
      return new Map(routes.map((route) => [route.model, route]));
    },
  };
};
