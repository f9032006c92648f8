/**
 * Lets at most `most` of some work run at once; `mostWaiting` wait in order, and whoever comes then is answered null.
 * After a restart thousands of clients come back together: they share the database with everybody else.
 */
export const takeTurns = (most: number, mostWaiting: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (running < most) running += 1;
    else if (waiting.length >= mostWaiting) return null;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
