import { atom } from 'jotai';
import { ApiError } from '../api/api-error.ts';
import { store } from '../store.ts';

/**
 * Whether the person of this tab is deleting their account: `under-way` from the moment at which the server is asked, `gone`
 * once it is known to be done, `in-doubt` when the answer was lost. Until it is known the news may come by the socket or
 * by another tab, which may also sign out first: no other part of the client makes anything of it then.
 */
export const departureAtom = atom<'none' | 'under-way' | 'in-doubt' | 'gone'>('none');

/** Where tabs tell each other, since one may have no line to the server just now. */
const otherTabs = new BroadcastChannel('lyceum-departure');

/** Waits for the news while this tab's own act may be what they are about. */
let heard: (() => void) | null = null;

/** Whether the news that the account is gone belongs to this tab's own act, which then knows that it is done. */
export const isOwnDeparture = (): boolean => {
  if (heard === null) return store.get(departureAtom) === 'gone';
  heard();
  return true;
};

/** What the server refused was not done; of everything else that is not known. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/**
 * Runs the act that deletes the account, and `finish` once when it is done: because the act says so, or because the news come,
 * which may be after the answer was lost.
 * @throws what `act` throws.
 */
export const depart = async (act: () => Promise<unknown>, finish: () => Promise<void>): Promise<void> => {
  store.set(departureAtom, 'under-way');
  const end = () => {
    heard = null;
    store.set(departureAtom, 'gone');
    tellOtherTabs();
    return finish();
  };
  const news = new Promise<void>((resolve) => {
    heard = resolve;
  });
  try {
    await Promise.race([act(), news]);
  } catch (error) {
    heard = isRefusal(error) ? null : () => void end();
    store.set(departureAtom, isRefusal(error) ? 'none' : 'in-doubt');
    throw error;
  }
  await end();
};

/** Back to where it began, once the person is signed out: somebody else may sign in here. */
export const endDeparture = (): void => {
  heard = null;
  store.set(departureAtom, 'none');
};

/** Says to the other tabs of this browser that the account was deleted. */
export const tellOtherTabs = (): void => otherTabs.postMessage('gone');

/** Has `listener` told that the account was deleted in another tab of this browser. Called once. */
export const onDepartureElsewhere = (listener: () => void): void => {
  otherTabs.onmessage = listener;
};
