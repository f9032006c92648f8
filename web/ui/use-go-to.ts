import { type NavigateOptions, type To, useNavigate } from 'react-router-dom';
import { useIsLeaving } from './use-is-leaving.ts';

/** The key that React Router uses for history entries that have none. The browser adds such entries for links to anchors. */
export const anchorEntryKey = 'default';

/** The longest time to wait for the code of a page. Code that has not arrived by then is unlikely to arrive. */
const maxWaitMs = 30_000;

let shownEntryKey: string | undefined;
const waiting = new Set<() => void>();

/** Tells waiting callers which page is shown. Called by the router. @param key the key of the history entry. */
export const setShownEntryKey = (key: string): void => {
  shownEntryKey = key;
  for (const check of waiting) check();
};

/** Returns the key of the current history entry. React Router stores the key in the state of the entry. */
const readCurrentEntryKey = (): unknown => (history.state as { key?: unknown } | null)?.key ?? anchorEntryKey;

const waitUntilShown = () =>
  new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      waiting.delete(check);
      resolve();
    };
    const check = () => {
      if (readCurrentEntryKey() === shownEntryKey) finish();
    };
    const timer = setTimeout(finish, maxWaitMs);
    waiting.add(check);
    check();
  });

type GoToOptions = NavigateOptions & {
  /** Navigates even if the user has gone to another page. For a page that the user has just asked for, or must see. */
  isForced?: boolean;
};

/**
 * Returns a function that navigates like the one from `useNavigate`, unless the user has gone to another page. An answer from the
 * server may arrive late, and must not take the user away from what they are doing there.
 *
 * The promise resolves to true when the page is shown, or after 30 s, so that a button can refuse a second click until then. If the user
 * goes to another page in the meantime, it resolves when that page is shown. It resolves to false at once if the function does not
 * navigate.
 */
export const useGoTo = () => {
  const navigate = useNavigate();
  const isLeaving = useIsLeaving();
  return async (to: To, { isForced = false, ...options }: GoToOptions = {}): Promise<boolean> => {
    if (!isForced && isLeaving()) return false;
    await navigate(to, options);
    await waitUntilShown();
    return true;
  };
};
