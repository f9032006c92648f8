import { useSyncExternalStore } from 'react';

const narrowScreen = () => matchMedia('(width < 640px)');

const subscribe = (onChange: () => void) => {
  const query = narrowScreen();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

/** Returns whether the page is narrower than 640 px. Tables are shown as cards then. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrowScreen().matches);
