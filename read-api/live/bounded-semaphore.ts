/**
 * Creates a semaphore with a bounded queue: at most `maxRunning` calls run at once, and at most `maxWaiting` wait in
 * order. Any further call returns null at once.
 */
export const createBoundedSemaphore = (maxRunning: number, maxWaiting: number) => {
  let running = 0;
  const queue: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (running < maxRunning) running += 1;
    else if (queue.length >= maxWaiting) return null;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const startNext = queue.shift();
      if (startNext) startNext();
      else running -= 1;
    }
  };
};
export type BoundedSemaphore = ReturnType<typeof createBoundedSemaphore>;
