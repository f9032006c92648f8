import { atom } from 'jotai';
import { connectionAtom } from '../connection.ts';
import { isSilent } from './action-kinds.ts';
import type { PendingAction } from './pending-action.ts';
import { isSendingBlocked } from './queue-rules.ts';
import { tabId } from './tab.ts';

/** The state of the outbox. Only `browser-outbox.ts` writes it. */
export const outboxAtom = atom<{ actions: readonly PendingAction[]; needsSignIn: boolean }>({
  actions: [],
  needsSignIn: false,
});

/** How many unsent actions of ended sessions this tab holds in memory. Only `browser-outbox.ts` writes it. */
export const heldActionCountAtom = atom(0);

const isOfflineAtom = atom((get) => get(connectionAtom) === 'offline');

/** Whether pending actions cannot be sent now: the browser is offline, or an attempt to send the next one has failed. */
export const isSendingBlockedAtom = atom((get) =>
  isSendingBlocked(get(outboxAtom).actions, get(isOfflineAtom)),
);

/**
 * The pending actions whose effects this tab shows before the server has answered, in the order of the queue. Actions of other
 * tabs or from before a reload are included only while sending is blocked or if they are set aside: otherwise their answers arrive
 * in a moment.
 */
export const pendingActionsAtom = atom((get) => {
  const { actions } = get(outboxAtom);
  return get(isSendingBlockedAtom)
    ? actions
    : actions.filter(({ tab, problem }) => tab === tabId || problem !== null);
});

/** The pending actions that the user asked for, including those that are set aside. A logout asks what to do with them. */
export const userActionsAtom = atom((get) => get(outboxAtom).actions.filter((action) => !isSilent(action)));

/** The actions that the page lists as waiting: {@link userActionsAtom} while sending is blocked, otherwise only those that are set aside. */
export const waitingActionsAtom = atom((get) =>
  get(isSendingBlockedAtom)
    ? get(userActionsAtom)
    : get(userActionsAtom).filter(({ problem }) => problem !== null),
);

/** Returns the first action of this kind on this record that is not set aside; undefined if there is none. */
export const findPendingAction = (actions: readonly PendingAction[], kind: string, about: string) =>
  actions.find((action) => action.kind === kind && action.about === about && action.problem === null);
