/** Returns the result of the work. @throws Error with the message if the work takes longer. */
export const withTimeout = async <T>(timeoutMs: number, message: string, work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${message} (${timeoutMs} ms).`)), timeoutMs);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
};
