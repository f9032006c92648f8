/**
 * Waits, in the browser and in Node. Resolves after `ms` milliseconds, or earlier if the signal aborts. An abort is not an error.
 */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    resolve();
  };
  const timer = setTimeout(end, ms);
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  return promise;
};
