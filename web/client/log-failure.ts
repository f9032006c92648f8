/** For failures that a person is not told of: they go to the browser's console, and nowhere else. */
export const logFailure = (message: string, cause: unknown): void => {
  // biome-ignore lint/suspicious/noConsole: the one place where the client logs
  console.warn(message, cause);
};
