import type { WakeSignal } from '#events/log/wake-signal.ts';
import type { Writer } from '../connection/writer.ts';
import type { Reactor } from './reactor.ts';
import { type ReactionObserver, runDueReactions } from './run-due-reactions.ts';

/** The longest wait between two queries for due reactions. If an operator makes a reaction due in the database, no wake signal is sent. */
const maxWaitMs = 60_000;
const waitAfterErrorMs = 1_000;

/** Runs reactions as they become due, until the signal aborts. The wake signal is sent when new reactions are stored. */
export const runReactionLoop = async (
  writer: Writer,
  reactors: readonly Reactor[],
  wakeSignal: WakeSignal,
  observer: ReactionObserver & { unavailable: (error: unknown) => void },
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    let waitMs = maxWaitMs;
    try {
      waitMs = (await runDueReactions(writer.db, reactors, observer, signal)) ?? maxWaitMs;
    } catch (error) {
      if (signal.aborted) return;
      observer.unavailable(error);
      waitMs = waitAfterErrorMs;
    }
    await wakeSignal.wait(Math.min(waitMs, maxWaitMs), signal);
  }
};
