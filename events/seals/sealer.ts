/**
 * Seals the log, right after commit: pages of events in order, a Merkle tree a page, the seals themselves leaves of one
 * growing tree. The append pays nothing for it. Runs where the projector leads; two that run at once (a leader that
 * has not yet noticed its end) do no harm: of two seals with the same number the second is not written.
 */
import type { Pool } from 'pg';
import { SealTreeEdge } from './seal-tree.ts';
import { readLeafHashes } from './leaf-hashes.ts';
import { leafHash, treeRoot } from './merkle.ts';
import { encodeSeal } from './proof/encoding.ts';
import { insertSeal, readLastSeal, readTreeEdge } from './seal-rows.ts';

export type Sealer = {
  /**
   * Seals the next page, up to the position `head` (default: all that is committed).
   * @returns how many events were sealed; 0 when there is nothing to seal.
   * @throws when the log has a gap, or a seal before is damaged: nothing is sealed over it.
   */
  sealPage(head?: number): Promise<number>;
  /** Seals pages until everything up to the position (default: all that is committed) is sealed. */
  sealUpTo(head?: number): Promise<number>;
  /**
   * Seals what is committed until `signal` aborts; waits for `wake` and polls. An error of the database is passed to
   * `onError` and tried again, a second later.
   */
  run(signal: AbortSignal, onError?: (error: unknown) => void): Promise<void>;
  /** Says that something was appended: `run` looks at once. */
  wake(): void;
  /** The last position that is known to be sealed; 0 before the first look. */
  readonly sealedUpTo: number;
};

type State = { edge: SealTreeEdge; lastPosition: number; sealedAt: number };

/** Events a page: one seal for at most so many. */
const pageLimit = 4096;
/** Pages smaller than this are worth a short wait for more; a seal costs as much as hashing some hundred events. */
const smallPage = 512;
const gatherMilliseconds = 20;
const pollMilliseconds = 250;

/**
 * @param options.pool connections that may SELECT the log and INSERT seals (role lyceum_projector).
 * @param options.pageSize for tests.
 */
export const openSealer = ({ pool, pageSize = pageLimit }: { pool: Pool; pageSize?: number }): Sealer => {
  let state: State | null = null;
  let sealedUpTo = 0;
  let turn: Promise<unknown> = Promise.resolve();
  let woken = false;
  let stopWaiting: (() => void) | null = null;

  const resume = async (): Promise<State> => {
    const last = await readLastSeal(pool);
    const size = last?.number ?? 0;
    sealedUpTo = last?.lastPosition ?? 0;
    return {
      edge: new SealTreeEdge(size, await readTreeEdge(pool, size)),
      lastPosition: sealedUpTo,
      sealedAt: last?.sealedAt ?? 0,
    };
  };

  /** Null when another sealer has written this seal meanwhile. */
  const trySealPage = async (head = Number.MAX_SAFE_INTEGER): Promise<number | null> => {
    state ??= await resume();
    const { edge, lastPosition } = state;
    // Positions are dense, so what may still be sealed is as many events as positions.
    const limit = Math.min(pageSize, head - lastPosition);
    const page = limit > 0 ? await readLeafHashes(pool, { after: lastPosition, limit }) : null;
    if (page === null) return 0;
    if (page.firstPosition !== lastPosition + 1 || page.lastPosition !== lastPosition + page.eventCount)
      throw new Error(`The log has a gap after position ${lastPosition}: nothing is sealed over it.`);
    const sealedAt = Math.max(page.now, state.sealedAt);
    const seal = { ...page, number: edge.size + 1, sealedAt, root: treeRoot(page.leaves) };
    // From here on the edge holds a seal that may not be stored: whatever goes wrong, the state is read again.
    state = null;
    const { nodes, root } = edge.add(leafHash(encodeSeal(seal)));
    if (!(await insertSeal(pool, { ...seal, chainedRoot: root, nodes: Buffer.concat(nodes) }))) return null;
    state = { edge, lastPosition: page.lastPosition, sealedAt };
    sealedUpTo = page.lastPosition;
    return page.eventCount;
  };

  /** Whoever loses against another sealer goes on behind the seal that the other one has written. */
  const sealPageNow = async (head?: number): Promise<number> => {
    for (;;) {
      const before = sealedUpTo;
      const sealed = await trySealPage(head);
      if (sealed !== null) return sealed;
      state = await resume();
      if (sealedUpTo <= before)
        throw new Error(`A seal stands where the one after position ${before} belongs. Verify the log.`);
    }
  };

  /** One page at a time, also for callers who do not wait for each other: they share one edge. */
  const sealPage = (head?: number): Promise<number> => {
    const sealed = turn.then(() => sealPageNow(head));
    turn = sealed.catch(() => undefined);
    return sealed;
  };

  const sealUpTo = async (head?: number): Promise<number> => {
    let sealed = 0;
    for (let count = await sealPage(head); count > 0; count = await sealPage(head)) sealed += count;
    return sealed;
  };

  const pause = (milliseconds: number, signal: AbortSignal, wakeable: boolean) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        stopWaiting = null;
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener('abort', done);
      if (wakeable) stopWaiting = done;
      if (signal.aborted || (wakeable && woken)) done();
    });

  const run = async (signal: AbortSignal, onError?: (error: unknown) => void) => {
    while (!signal.aborted) {
      woken = false;
      try {
        const sealed = await sealPage();
        if (sealed === 0) await pause(pollMilliseconds, signal, true);
        else if (sealed < smallPage) await pause(gatherMilliseconds, signal, false);
      } catch (error) {
        if (signal.aborted) return;
        state = null;
        onError?.(error);
        await pause(1000, signal, false);
      }
    }
  };

  return {
    sealPage,
    sealUpTo,
    run,
    wake: () => {
      woken = true;
      stopWaiting?.();
    },
    get sealedUpTo() {
      return sealedUpTo;
    },
  };
};
