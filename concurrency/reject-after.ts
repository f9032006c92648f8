/** Returns the result of the work, or rejects with this message if the work takes longer than `timeoutMs`. A timeout does not stop the work. */
export const rejectAfter = async <T>(timeoutMs: number, work: Promise<T>, message: string): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(message)), timeoutMs);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
};
