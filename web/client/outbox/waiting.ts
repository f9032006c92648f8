import { atom } from 'jotai';
import { connectionAtom } from '../live/connection.ts';
import { kindOf } from './kinds.ts';
import { areHeldUp } from './rules.ts';
import { tabName } from './tab.ts';
import type { WaitingAct } from './waiting-act.ts';

/** What the outbox shows: written by it alone. `signIn`: they wait for their person to sign in again. */
export const outboxAtom = atom<{ acts: readonly WaitingAct[]; signIn: boolean }>({ acts: [], signIn: false });

const offlineAtom = atom((get) => get(connectionAtom) === 'offline');

/** Whether what has no answer waits for the line, for the server or for a sign-in. */
export const heldUpAtom = atom((get) => areHeldUp(get(outboxAtom).acts, get(offlineAtom)));

/**
 * The acts that have no answer yet, in their order, as this tab shows them: its own at once, those of other tabs (and from before a
 * reload) when they wait. What another tab is doing right now this one hears of by the answer.
 */
export const unansweredAtom = atom((get) => {
  const { acts } = get(outboxAtom);
  return get(heldUpAtom) ? acts : acts.filter(({ tab, problem }) => tab === tabName || problem !== null);
});

/** What the person did and no server has: what a logout asks about. */
export const unsentAtom = atom((get) => get(outboxAtom).acts.filter((act) => kindOf(act)?.silent !== true));

/** What a person is shown as waiting: while nothing is held up only what was put aside. */
export const waitingAtom = atom((get) =>
  get(heldUpAtom) ? get(unsentAtom) : get(unsentAtom).filter(({ problem }) => problem !== null),
);

/** Why it waits. */
export const holdUpAtom = atom((get): 'offline' | 'sign-in' | 'unreachable' | null => {
  if (get(offlineAtom)) return 'offline';
  if (get(outboxAtom).signIn) return 'sign-in';
  return get(heldUpAtom) ? 'unreachable' : null;
});

/** The act of this kind about this record that has no answer yet, or undefined; put aside ones are none. */
export const unansweredOf = (acts: readonly WaitingAct[], kind: string, about: string) =>
  acts.find((act) => act.kind === kind && act.about === about && act.problem === null);
