import { useEffect, useState } from 'react';

/** `value` as it was when it last stayed the same for `ms` milliseconds; the first value at once. */
export const useDebounced = <T>(value: T, ms: number): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
};
