/** Prints a line about a test that takes minutes. */
export const report = (line: string) => process.stderr.write(`containers: ${line}\n`);

export const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
