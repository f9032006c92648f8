import { kindOf } from './kinds.ts';
import type { WaitingAct } from './waiting-act.ts';

const dayMs = 86_400_000;

/** An act that could not be sent for so long is dropped: its person has long gone on. The server keeps keys for longer. */
export const keptForMs = 14 * dayMs;

/** More than anybody does without a line. */
export const mostActs = 500;

/** How often the server may break over an act before its person is told. */
export const mostFailures = 3;

const firstPauseMs = 500;
export const longestPauseMs = 5 * 60_000;

/** How long after its last try an act is tried again by itself. @param tries so far, 1 at least. */
export const pauseAfter = (tries: number): number =>
  Math.min(firstPauseMs * 2 ** Math.min(tries - 1, 20), longestPauseMs);

/**
 * The act that is sent next: the oldest that was not put aside. Nothing overtakes what a person did, however long it takes; what
 * they did not do (the place in a video) comes after it.
 */
export const nextOf = (acts: readonly WaitingAct[]): WaitingAct | undefined => {
  const open = acts.filter(({ problem }) => problem === null);
  return open.find((act) => !kindOf(act)?.silent) ?? open[0];
};

export const isTooOld = ({ madeAt }: WaitingAct, now: number): boolean => now - madeAt > keptForMs;

/** Whether acts wait, rather than being answered any moment: there is no line, or the oldest was tried in vain. */
export const areHeldUp = (acts: readonly WaitingAct[], offline: boolean): boolean =>
  offline || (nextOf(acts)?.tries ?? 0) > 0;

/**
 * Whether a newer act of the same kind makes an older one pointless: one that was put aside, or a place that nobody has told yet.
 * Never one that its person did and that may be on its way.
 */
export const isReplacedBy = (newer: Pick<WaitingAct, 'about'>, older: WaitingAct): boolean =>
  older.about === newer.about &&
  (older.problem !== null || (kindOf(older)?.silent === true && older.tries === 0));
