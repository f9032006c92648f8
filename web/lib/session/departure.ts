import { atom } from 'jotai';
import { store } from '../store.ts';

/**
 * Whether the person of this tab is deleting their account: `under-way` from the moment at which the server is asked, `gone`
 * once it is known to be done. In between the news may come by the socket, another tab may sign out, and the answer may be
 * lost: no other part of the client makes anything of it then.
 */
export const departureAtom = atom<'none' | 'under-way' | 'gone'>('none');

/** Where other tabs hear of it that have no line to the server just now. */
const otherTabs = new BroadcastChannel('lyceum-departure');

let heard: (() => void) | null = null;

/** Whether the news that the account is gone belongs to this tab's own act, which then knows that it is done. */
export const isOwnDeparture = (): boolean => {
  if (store.get(departureAtom) === 'none') return false;
  heard?.();
  return true;
};

/**
 * Runs the act that deletes the account. It is done when the act says so, or when the news comes that it is.
 * @throws what `act` throws, and the account is still there then as far as is known.
 */
export const depart = async (act: () => Promise<unknown>): Promise<void> => {
  store.set(departureAtom, 'under-way');
  const news = new Promise<void>((resolve) => {
    heard = resolve;
  });
  try {
    await Promise.race([act(), news]);
    store.set(departureAtom, 'gone');
    otherTabs.postMessage('gone');
  } catch (error) {
    store.set(departureAtom, 'none');
    throw error;
  } finally {
    heard = null;
  }
};

/** Back to where it began, once the person is signed out: somebody else may sign in here. */
export const endDeparture = (): void => store.set(departureAtom, 'none');

/** Has `listener` told that the account was deleted in another tab of this browser. Called once. */
export const onDepartureElsewhere = (listener: () => void): void => {
  otherTabs.onmessage = listener;
};
