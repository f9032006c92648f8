/** Logs a failure that the user is not told about. It is logged only in the browser's console. */
export const logFailure = (message: string, cause: unknown): void => {
  // biome-ignore lint/suspicious/noConsole: the only place where the client logs
  console.warn(message, cause);
};
