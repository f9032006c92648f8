import { createWriterPool, type WriterPool } from '../bulk-load/writer-pool.ts';
import { isTransient } from '../connection/is-transient.ts';
import { toError } from '../connection/to-error.ts';
import type { Writer } from '../connection/writer.ts';
import { type Projection, relevantEvents } from '../projection/projection.ts';
import { advance, type LogRange, type ParkedInModel } from './advance.ts';

/** The number of connections that the leader uses in addition to its own. */
const extraWriterCount = 2;

type ExtraWriters = { pool: WriterPool; close(): Promise<void> };

const openExtraWriters = async (writer: Writer, openWriter: () => Promise<Writer>): Promise<ExtraWriters> => {
  const extraWriters: Writer[] = [];
  const close = async () => {
    for (const extra of extraWriters) await extra.close();
  };
  try {
    while (extraWriters.length < extraWriterCount) extraWriters.push(await openWriter());
    return { pool: createWriterPool([writer, ...extraWriters], writer.connectionLost), close };
  } catch (error) {
    await close();
    throw error;
  }
};

export type ParallelAdvance = {
  /**
   * Applies a range of the log to models that are at its start, each in a transaction of its own, several at the same time.
   * @param onAdvanced called for each model whose transaction was committed, even if others fail.
   * @throws the first permanent error, or else the first error, when all transactions have ended.
   */
  run(
    projections: readonly Projection[],
    range: LogRange,
    onAdvanced: (model: string, parked: readonly ParkedInModel[]) => void,
  ): Promise<void>;
  /** Closes the other connections. The next large page opens them again. */
  close(): Promise<void>;
};

/**
 * Lets the leader apply large pages on several connections, so that the database works on some models while this process
 * computes the rows of others. The other connections are opened for a large page, and closed when a small page follows or a
 * transaction fails. They hold no lock of the leader: if another projector takes over, the compare-and-set of the checkpoints
 * fails.
 * @param onAlone called with the error when the other connections cannot be opened, for example because the database has no
 * free ones. The leader then uses only its own, and retries for each large page. Further failures are reported only after the
 * connections have been open.
 */
export const createParallelAdvance = (
  writer: Writer,
  openWriter: () => Promise<Writer>,
  onAlone: (error: Error) => void,
): ParallelAdvance => {
  let extra: ExtraWriters | null = null;
  let isAlone = false;
  const tryToOpen = async (): Promise<ExtraWriters | null> => {
    try {
      const opened = await openExtraWriters(writer, openWriter);
      isAlone = false;
      return opened;
    } catch (error) {
      if (!isAlone) onAlone(toError(error));
      isAlone = true;
      return null;
    }
  };
  const close = async () => {
    const closing = extra;
    extra = null;
    await closing?.close();
  };
  return {
    async run(projections, range, onAdvanced) {
      extra ??= await tryToOpen();
      const pool = extra?.pool ?? createWriterPool([writer], writer.connectionLost);
      const countRelevant = (projection: Projection) => relevantEvents(projection, range.events).length;
      // The models with the most work start first, so that none of them is left over at the end.
      const byWork = projections
        .map((projection) => ({ projection, work: countRelevant(projection) }))
        .sort((one, other) => other.work - one.work);
      const results = await Promise.allSettled(
        byWork.map(({ projection }) =>
          pool.withWriter(async ({ db }) =>
            onAdvanced(projection.model, await advance(db, [projection], range)),
          ),
        ),
      );
      const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      if (errors.length === 0) return;
      await close();
      throw errors.find((error) => !isTransient(error)) ?? errors[0];
    },
    close,
  };
};
