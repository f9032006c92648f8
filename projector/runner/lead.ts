import type { LogPage, LogReader } from '#events/log/log.ts';
import { backOff, pause } from '../connection/pause.ts';
import { isTransient } from '../connection/transient.ts';
import type { Writer } from '../connection/writer.ts';
import type { Projection } from '../projection/projection.ts';
import type { Desk } from '../reactors/desk.ts';
import { advance } from './advance.ts';
import type { RunnerObserver } from './observer.ts';
import { readStand, refuseAhead } from './stand.ts';

export type LeadOptions = {
  reader: Pick<LogReader, 'tail' | 'head'>;
  projections: readonly Projection[];
  /** Where reactors note what is to be done outside, if there are any. */
  desk: Desk | null;
  observer: RunnerObserver;
  /** Called after each commit with the position that was reached. Must not throw, and is not waited for. */
  afterCommit: (position: number) => void;
  /** Events a page while catching up. */
  pageSize: number;
};

/** Does the work; when the moment is bad, again after a pause, until it succeeds or the lead is over. */
const untilDone = async (
  work: () => Promise<void>,
  observer: RunnerObserver,
  signal: AbortSignal,
): Promise<void> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error;
      observer.retried(error as Error);
      await pause(backOff(attempt), signal);
      signal.throwIfAborted();
    }
  }
};

/**
 * Leads: reads the log from where the furthest behind stands, page after page, and takes each page into every model
 * that has not got it yet. Models that stand together move together, in one transaction.
 * @returns when the signal aborts.
 * @throws when another has taken over (SupersededError), the connection is lost, or the log cannot be read.
 */
export const lead = async (writer: Writer, options: LeadOptions, signal: AbortSignal): Promise<void> => {
  const { reader, projections, desk, observer } = options;
  const models = projections.map(({ model }) => model);
  const stand = await readStand(writer.db, models);
  refuseAhead(stand, await reader.head());
  const reactorsFrom = (await desk?.open(writer.db)) ?? Number.POSITIVE_INFINITY;

  const take = async (page: LogPage): Promise<void> => {
    const to = page.events.at(-1)?.position;
    if (to === undefined) return;
    for (const [from, together] of Map.groupBy(projections, ({ model }) => stand.get(model) ?? 0)) {
      if (from >= to) continue;
      const events = page.events.filter((event) => event.position > from);
      const parked = await advance(writer.db, together, { from, to, events });
      for (const { model } of together) stand.set(model, to);
      observer.advanced(
        together.map(({ model }) => model),
        { from, to, head: page.head },
      );
      for (const one of parked) observer.parked(one);
    }
    await desk?.take(writer.db, page.events);
    options.afterCommit(to);
  };

  const after = Math.min(...stand.values(), reactorsFrom);
  observer.state('leading');
  for await (const page of reader.tail({ after, pageSize: options.pageSize, signal }))
    await untilDone(() => take(page), observer, signal);
};
