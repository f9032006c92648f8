import { useSyncExternalStore } from 'react';

const isPageVisible = () => document.visibilityState === 'visible';

const subscribe = (onChange: () => void) => {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
};

/** Returns whether the user can see the page: its tab is not in the background, and its window not minimized. */
export const useIsPageVisible = (): boolean => useSyncExternalStore(subscribe, isPageVisible);
