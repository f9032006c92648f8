import type { Bell } from '../connection/bell.ts';
import type { Writer } from '../connection/writer.ts';
import type { Reactor } from './reactor.ts';
import { type ReactionsObserver, workOffReactions } from './work-off.ts';

/** Looks again at least this often: somebody may have made a reaction due by hand. */
const longestWait = 60_000;
const afterTrouble = 1_000;

/** Does what reactors have to do, as it falls due, until the signal aborts. The bell says that something was noted. */
export const workOnReactions = async (
  writer: Writer,
  reactors: readonly Reactor[],
  bell: Bell,
  observer: ReactionsObserver & { troubled: (error: unknown) => void },
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    let wait = longestWait;
    try {
      wait = (await workOffReactions(writer.db, reactors, observer, signal)) ?? longestWait;
    } catch (error) {
      if (signal.aborted) return;
      observer.troubled(error);
      wait = afterTrouble;
    }
    await bell.wait(Math.min(wait, longestWait), signal);
  }
};
