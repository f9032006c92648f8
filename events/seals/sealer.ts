/**
 * Seals events right after they are committed, without slowing down appends. Each page of events gets a Merkle tree, and
 * its root is sealed; the seals are the leaves of the seal tree. The leading projector runs a sealer, and a raw export may also seal
 * events. Two sealers can run at the same time: for example, a projector may notice late that it is no longer the leader. Of two seals with
 * the same number, only the first is stored.
 */
import pLimit from 'p-limit';
import type { Pool, PoolClient } from 'pg';
import { pause } from '#concurrency/pause.ts';
import { primaryRunOf } from '../log/primary-run.ts';
import { createWakeSignal } from '../log/wake-signal.ts';
import { readLeafHashes } from './leaf-hashes.ts';
import { computeTreeRoot, hashLeaf } from './merkle.ts';
import { encodeSeal } from './proof/encoding.ts';
import { insertSeal, readLastSeal, readTreeEdge } from './seal-rows.ts';
import { SealTreeEdge } from './seal-tree.ts';

type Sealer = {
  /**
   * Seals the next page, up to the position `head` (default: everything committed).
   * @returns the number of sealed events; 0 if there is nothing to seal.
   * @throws when the log has a gap or an earlier seal is damaged; nothing is sealed then.
   */
  sealPage(head?: number): Promise<number>;
  /** Seals page by page up to the position `head` (default: everything committed). Returns the number of sealed events. */
  sealUpTo(head?: number): Promise<number>;
  /**
   * Seals new events until `signal` aborts. When there is nothing to seal, it waits for `wake` and polls. Errors are passed to
   * `onError`, and one second later the page is tried again.
   */
  run(signal: AbortSignal, onError?: (error: unknown) => void): Promise<void>;
  /** Tells `run` that events were appended. */
  wake(): void;
  /** The last sealed position, as far as this sealer knows; 0 before it has read the stored seals. */
  readonly sealedUpTo: number;
};

/**
 * The state that the next seal continues: the edge of the seal tree, the last sealed position and the time of the last seal (microseconds
 * since 1970). `primaryRun` is the run of the primary in which these were read. In another run, the last seals and their events may be
 * lost.
 */
type SealedState = { edge: SealTreeEdge; lastPosition: number; sealedAt: number; primaryRun: string };

const maxPageSize = 4096;
/** After a smaller page the sealer waits for more events, because a seal costs as much as hashing hundreds of events. */
const smallPageSize = 512;
const smallPageDelayMs = 20;
const pollIntervalMs = 250;
const retryDelayMs = 1_000;

/**
 * Creates a sealer.
 * @param options.pool of a role that may SELECT the log and INSERT seals (lyceum_projector).
 * @param options.pageSize maximum number of events per seal, for tests.
 */
export const createSealer = ({ pool, pageSize = maxPageSize }: { pool: Pool; pageSize?: number }): Sealer => {
  /** Null: the state must be read from the database. */
  let state: SealedState | null = null;
  let sealedUpTo = 0;
  /** Concurrent callers share one state, so their pages are sealed one after the other. */
  const oneAtATime = pLimit(1);
  const wakeSignal = createWakeSignal();

  const readState = async (client: PoolClient): Promise<SealedState> => {
    const last = await readLastSeal(client);
    const size = last?.number ?? 0;
    sealedUpTo = last?.lastPosition ?? 0;
    return {
      edge: new SealTreeEdge(size, await readTreeEdge(client, size)),
      lastPosition: sealedUpTo,
      sealedAt: last?.sealedAt ?? 0,
      primaryRun: await primaryRunOf(client),
    };
  };

  /** Returns the number of sealed events, or the position after which the new seal conflicts with a stored one. */
  const trySealPage = async (
    client: PoolClient,
    head = Number.MAX_SAFE_INTEGER,
  ): Promise<{ sealed: number } | { conflictAfter: number }> => {
    if (state?.primaryRun !== (await primaryRunOf(client))) state = null;
    state ??= await readState(client);
    const { edge, lastPosition, primaryRun } = state;
    // Positions have no gaps, so a number of positions is also a number of events.
    const limit = Math.min(pageSize, head - lastPosition);
    const page = limit > 0 ? await readLeafHashes(client, { after: lastPosition, limit }) : null;
    if (page === null) return { sealed: 0 };
    if (page.firstPosition !== lastPosition + 1 || page.lastPosition !== lastPosition + page.eventCount)
      throw new Error(`The log has a gap after position ${lastPosition}, so nothing is sealed after it.`);
    const sealedAt = Math.max(page.serverTime, state.sealedAt);
    const seal = { ...page, number: edge.size + 1, sealedAt, root: computeTreeRoot(page.leaves) };
    // From here on the edge includes a seal that may not be stored. If anything fails, the state is read again.
    state = null;
    const { nodes, root } = edge.add(hashLeaf(encodeSeal(seal)));
    if (!(await insertSeal(client, { ...seal, chainedRoot: root, nodes: Buffer.concat(nodes) })))
      return { conflictAfter: lastPosition };
    state = { edge, lastPosition: page.lastPosition, sealedAt, primaryRun };
    sealedUpTo = page.lastPosition;
    return { sealed: page.eventCount };
  };

  /** Seals the next page. If another sealer was faster, tries again after the seal of that sealer. */
  const sealNextPage = async (client: PoolClient, head?: number): Promise<number> => {
    for (;;) {
      const outcome = await trySealPage(client, head);
      if ('sealed' in outcome) return outcome.sealed;
      const { conflictAfter } = outcome;
      state = await readState(client);
      // `sealedUpTo` was just read. It must be greater than the position at which this attempt started. Values from before the
      // attempt are not used, because they are too high if a failover has lost seals.
      if (sealedUpTo <= conflictAfter)
        throw new Error(
          `The seal after position ${conflictAfter} conflicts with a stored seal. Verify the log to find the damage.`,
        );
    }
  };

  /** Uses one connection for the whole page, because a connection belongs to one run of the primary. */
  const sealPage = (head?: number): Promise<number> =>
    oneAtATime(async () => {
      const client = await pool.connect();
      let failure: Error | undefined;
      try {
        return await sealNextPage(client, head);
      } catch (error) {
        failure = error as Error;
        throw error;
      } finally {
        client.release(failure);
      }
    });

  return {
    sealPage,
    wake: wakeSignal.wake,
    get sealedUpTo() {
      return sealedUpTo;
    },

    async sealUpTo(head) {
      let sealed = 0;
      for (let count = await sealPage(head); count > 0; count = await sealPage(head)) sealed += count;
      return sealed;
    },

    async run(signal, onError) {
      while (!signal.aborted) {
        wakeSignal.clear();
        try {
          const sealed = await sealPage();
          if (sealed === 0) await wakeSignal.wait(pollIntervalMs, signal);
          else if (sealed < smallPageSize) await pause(smallPageDelayMs, signal);
        } catch (error) {
          if (signal.aborted) return;
          state = null;
          onError?.(error);
          await pause(retryDelayMs, signal);
        }
      }
    },
  };
};
