/**
 * Lets concurrent callers share queries. A call during a running query gets the result of the next query, so no caller gets
 * a result that is older than the call. A thousand concurrent reads therefore cost two round trips.
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
