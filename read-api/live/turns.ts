/**
 * Lets at most `most` of some work run at once, the others wait in order. After a restart thousands of clients come back
 * together: they share the database with everybody else.
 */
export const takeTurns = (most: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < most) running += 1;
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
