/** Logs a failure in the browser's console, and nowhere else. Does not tell the user. */
export const logFailure = (message: string, cause: unknown): void => {
  // biome-ignore lint/suspicious/noConsole: the only place where the client logs
  console.warn(message, cause);
};
