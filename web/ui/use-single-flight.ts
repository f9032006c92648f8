import { useRef } from 'react';

/**
 * Keeps an act from being begun again while it is under way; a second click can come before React has drawn the first.
 * @returns `begin` says whether it may begin, `end` is for when it is done, well or badly.
 */
export const useSingleFlight = () => {
  const busy = useRef(false);
  return {
    begin: (): boolean => {
      if (busy.current) return false;
      busy.current = true;
      return true;
    },
    end: (): void => {
      busy.current = false;
    },
  };
};
