export type Steps = {
  /** Does `work`, then prints what it was and how long it took. */
  step<T>(what: string, work: () => Promise<T> | T): Promise<T>;
  say(text: string): void;
};

const seconds = (ms: number) => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`.padStart(8);

/** Prints the steps of a start with their times; works that run beside each other print as they end. */
export const createSteps = (write: (text: string) => void): Steps => ({
  step: async (what, work) => {
    const began = performance.now();
    const result = await work();
    write(`${seconds(performance.now() - began)}  ${what}\n`);
    return result;
  },
  say: (text) => write(`${text}\n`),
});
