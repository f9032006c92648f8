import { backOff, pause } from '../connection/pause.ts';
import type { Writer } from '../connection/writer.ts';
import { SupersededError } from './checkpoints.ts';
import { type LeadOptions, lead } from './lead.ts';
import { stopLeading, tryToLead } from './leadership.ts';

export type RunnerOptions = Omit<LeadOptions, 'pageSize'> & {
  openWriter: () => Promise<Writer>;
  /** What else only the leader does (reactions, sealing): begun with the lead, ended by the signal. */
  besides?: (writer: Writer, signal: AbortSignal) => Promise<void>;
  pageSize?: number;
  /** How often one that stands by asks for the lead, in milliseconds; a second unless given. */
  standByMs?: number;
};

/** Leads on this connection as long as it can, and what else the leader does beside it; when one ends, all end. */
const leadWithAll = async (writer: Writer, options: RunnerOptions, signal: AbortSignal): Promise<void> => {
  const over = new AbortController();
  const all = AbortSignal.any([signal, writer.lost, over.signal]);
  let failure: unknown;
  const besides = (options.besides?.(writer, all) ?? Promise.resolve()).catch((error: unknown) => {
    failure = error;
    over.abort();
  });
  try {
    await lead(writer, { pageSize: 5_000, ...options }, all);
  } finally {
    over.abort();
    await besides;
  }
  if (writer.lost.aborted && !signal.aborted) throw writer.lost.reason;
  if (failure !== undefined) throw failure;
};

/**
 * Runs the projector until the signal aborts. Of any number of runners on one database exactly one leads, by an
 * advisory lock on the connection that it writes with; the others ask for it every second. A lost connection or an
 * error ends the lead; then it begins again, after a pause that grows while nothing works.
 * Should two ever believe that they lead, the checkpoints decide: they move by compare-and-set.
 */
export const run = async (options: RunnerOptions, signal: AbortSignal): Promise<void> => {
  const standByMs = options.standByMs ?? 1_000;
  let failures = 0;
  while (!signal.aborted) {
    let writer: Writer | undefined;
    try {
      writer = await options.openWriter();
      const usable = AbortSignal.any([signal, writer.lost]);
      while (!usable.aborted) {
        if (await tryToLead(writer.client)) {
          failures = 0;
          try {
            await leadWithAll(writer, options, signal);
          } catch (error) {
            if (!(error instanceof SupersededError)) throw error;
          }
          await stopLeading(writer.client);
        }
        if (signal.aborted) break;
        options.observer.state('standing-by');
        await pause(standByMs * (0.75 + Math.random() / 2), usable);
      }
    } catch (error) {
      if (signal.aborted) break;
      options.observer.state('failing', error instanceof Error ? error : new Error(String(error)));
      await pause(backOff(failures), signal);
      failures += 1;
    } finally {
      await writer?.close();
    }
  }
  options.observer.state('stopped');
};
