import { useEffect, useState } from 'react';

/** How long the user must stop typing before a search begins. */
export const typingPauseMs = 250;

/** Returns the latest value that has stayed unchanged for `delayMs`. The first value is returned at once. */
export const useDebounced = <T>(value: T, delayMs: number): T => {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return debounced;
};
