export type StartupSteps = {
  /** Runs `work`, then prints its description and duration. */
  run<T>(what: string, work: () => Promise<T> | T): Promise<T>;
  print(text: string): void;
};

const seconds = (ms: number) => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`.padStart(8);

/** Prints the steps of the start with their durations. Concurrent steps are printed when they end. */
export const createStartupSteps = (write: (text: string) => void): StartupSteps => ({
  run: async (description, work) => {
    const startedAt = performance.now();
    const result = await work();
    write(`${seconds(performance.now() - startedAt)}  ${description}\n`);
    return result;
  },
  print: (text) => write(`${text}\n`),
});
