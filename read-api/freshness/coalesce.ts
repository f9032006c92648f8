/**
 * Lets concurrent callers share one query, without giving any caller a result that was requested before the call:
 * a call during a running query gets the result of the next query. A thousand concurrent reads therefore cost two
 * round trips, and each of them sees at least the state on its arrival.
 * @param query runs the query. If it fails, all callers that share it fail.
 */
export const coalesce = <T>(query: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  const start = (): Promise<T> => {
    const started = query().finally(() => {
      if (running === started) running = null;
    });
    running = started;
    return started;
  };
  return () => {
    if (!running) return start();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
};
