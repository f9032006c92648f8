import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether the page is narrower than `below` CSS pixels. By default that is the width below which pages have one column. */
export const useIsNarrow = (below = 640): boolean => {
  const query = `(width < ${below}px)`;
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
};
