import { awaitedPosition, type Patience, patience } from './awaited-position.ts';
import type { CheckpointWakeUp } from './checkpoint-wake-up.ts';
import type { Standing } from './positions.ts';
import { type Seen, waitFor } from './wait.ts';

/** The headers of a request that ask for a position. */
export type Wish = { position: string | undefined; logId: string | undefined };

/**
 * Waits, for a GET, until the models that it reads are fresh enough.
 * @returns `(models, wish) => Seen`; it throws problem 'invalid-input' for a position that is none.
 */
export const openFreshness =
  (read: () => Promise<Standing>, wakeUp: Pick<CheckpointWakeUp, 'next'>, longest: Patience = patience) =>
  async (models: readonly string[], wish: Wish): Promise<Seen> => {
    const first = await read();
    return waitFor(models, awaitedPosition(wish, first, longest), first, read, (ms) => wakeUp.next(ms));
  };
export type Freshness = ReturnType<typeof openFreshness>;
