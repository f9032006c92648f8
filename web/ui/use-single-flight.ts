import { useRef } from 'react';

/**
 * Prevents an operation from starting again while it runs. A second click can arrive before React has disabled the button.
 * @returns `begin`, which returns whether the operation may start, and `end`, to be called when it succeeds or fails.
 */
export const useSingleFlight = () => {
  const isRunning = useRef(false);
  return {
    begin: (): boolean => {
      if (isRunning.current) return false;
      isRunning.current = true;
      return true;
    },
    end: (): void => {
      isRunning.current = false;
    },
  };
};
