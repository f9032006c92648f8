/** Runs tasks until all have ended. If one of them fails, aborts the others and throws its error. */
export const runTogether = async (
  tasks: readonly ((signal: AbortSignal) => Promise<void>)[],
  signal: AbortSignal,
): Promise<void> => {
  const stopping = new AbortController();
  const failures: unknown[] = [];
  const run = async (task: (signal: AbortSignal) => Promise<void>) => {
    try {
      await task(AbortSignal.any([signal, stopping.signal]));
    } catch (error) {
      failures.push(error);
      stopping.abort();
    }
  };
  await Promise.all(tasks.map(run));
  if (failures.length > 0) throw failures[0];
};
