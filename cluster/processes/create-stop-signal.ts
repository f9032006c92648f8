import { endWithParent } from '#local/end-with-parent.ts';

/**
 * Creates a signal that is aborted when this process receives SIGINT, SIGTERM or SIGHUP, or when the bootstrap that started it ends.
 * @param message the message of the error with which the signal is aborted.
 * @returns the signal, and a promise that rejects with this error.
 */
export const createStopSignal = (message: string) => {
  const stopped = new AbortController();
  const { signal } = stopped;
  const stop = () => stopped.abort(new Error(message));
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop);
  endWithParent(stop);
  const interrupted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason)),
  );
  interrupted.catch(() => {});
  return { signal, interrupted };
};
