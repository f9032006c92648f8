import { type NavigateOptions, type To, useNavigate } from 'react-router-dom';

let shownEntry: string | undefined;
const waiting = new Set<() => void>();

/** Tells waiting callers which page is shown. Called by the router. @param key the key of the history entry. */
export const setShownEntry = (key: string): void => {
  shownEntry = key;
  for (const check of waiting) check();
};

/** React Router writes the key of an entry into its state. It calls an entry without one, as a link to an anchor adds, `default`. */
const readCurrentEntry = (): unknown => (history.state as { key?: unknown } | null)?.key ?? 'default';

const waitUntilShown = () =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (readCurrentEntry() !== shownEntry) return;
      waiting.delete(check);
      resolve();
    };
    waiting.add(check);
    check();
  });

/**
 * Like `useNavigate`, but the promise is fulfilled when the page is shown, so that a button can refuse a second click until then. If the
 * user goes elsewhere meanwhile, it is fulfilled when that page is shown.
 */
export const useGoTo = () => {
  const navigate = useNavigate();
  return async (to: To, options?: NavigateOptions): Promise<void> => {
    await navigate(to, options);
    await waitUntilShown();
  };
};
