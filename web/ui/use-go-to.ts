import { type NavigateOptions, type To, useNavigate } from 'react-router-dom';

/** The key that React Router gives to history entries without one, which the browser adds for links to anchors. */
export const anchorEntryKey = 'default';

/** Code that has not arrived by then is unlikely to arrive, and the caller must not wait for ever. */
const maxWaitMs = 30_000;

let shownEntryKey: string | undefined;
const waiting = new Set<() => void>();

/** Tells waiting callers which page is shown. Called by the router. @param key the key of the history entry. */
export const setShownEntryKey = (key: string): void => {
  shownEntryKey = key;
  for (const check of waiting) check();
};

/** React Router writes the key of an entry into its state. */
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

/**
 * Like `useNavigate`, but the promise is fulfilled when the page is shown, at the latest after 30 s, so that a button can refuse a second
 * click until then. If the user goes elsewhere meanwhile, it is fulfilled when that page is shown.
 */
export const useGoTo = () => {
  const navigate = useNavigate();
  return async (to: To, options?: NavigateOptions): Promise<void> => {
    await navigate(to, options);
    await waitUntilShown();
  };
};
