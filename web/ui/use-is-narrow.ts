import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether the page is narrower than `belowPx` CSS pixels. */
export const useIsNarrow = (belowPx = 640): boolean => {
  const query = `(width < ${belowPx}px)`;
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
