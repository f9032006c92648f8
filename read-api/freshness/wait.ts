import type { Awaited } from './awaited-position.ts';
import { reachedBy, type Standing } from './positions.ts';

/** How long a wait trusts in wake-ups alone before it looks for itself. */
const lookAgainMs = 50;

/**
 * How a GET stands towards the log: what it is sure to show, and whether that is all that it should. `arrival`: the
 * log's head as it stood when the request came, whatever position it asked for.
 */
export type Seen = { standing: Standing; position: number; stale: boolean; arrival: number };

const anyParked = (standing: Standing, models: readonly string[]) =>
  models.some((model) => (standing.models.get(model)?.parked ?? 0) > 0);

/**
 * Waits until the models are at a position.
 * @param first how things stood on arrival.
 * @param read asks anew how they stand.
 * @param wakeUp resolves when checkpoints may have moved, after the given time in ms at the latest.
 * @returns the newest standing that was seen; `stale` when the position was not reached in time, or while a
 * parked stream keeps part of the models back.
 */
export const waitFor = async (
  models: readonly string[],
  awaited: Awaited,
  first: Standing,
  read: () => Promise<Standing>,
  wakeUp: (withinMs: number) => Promise<void>,
): Promise<Seen> => {
  const end = performance.now() + awaited.within;
  let standing = first;
  while (reachedBy(standing, models) < awaited.position) {
    const left = end - performance.now();
    if (left <= 0) break;
    await wakeUp(Math.min(left, lookAgainMs));
    standing = await read();
  }
  const position = reachedBy(standing, models);
  const stale = position < awaited.position || anyParked(standing, models);
  return { standing, position, stale, arrival: first.head };
};
