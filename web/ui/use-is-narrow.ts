import { useSyncExternalStore } from 'react';

const narrow = () => matchMedia('(width < 640px)');

const subscribe = (changed: () => void) => {
  const query = narrow();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** Whether the page is under 640 px wide, where the rows of a table become cards. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow().matches);
