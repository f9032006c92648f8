export type StartupSteps = {
  /** Runs `work`, then prints its description and duration. */
  run<T>(description: string, work: () => Promise<T> | T): Promise<T>;
  print(text: string): void;
};

const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`.padStart(8);

/** Creates an object that prints each step of the start, with its duration, when the step ends. */
export const createStartupSteps = (write: (text: string) => void): StartupSteps => ({
  run: async (description, work) => {
    const startedAt = performance.now();
    const result = await work();
    write(`${formatSeconds(performance.now() - startedAt)}  ${description}\n`);
    return result;
  },
  print: (text) => write(`${text}\n`),
});
