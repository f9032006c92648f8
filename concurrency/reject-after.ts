/**
 * Returns the result of the work, or rejects if the work takes longer than `timeoutMs`. A timeout does not stop the work.
 * @param reason the error of a timeout, or its message.
 */
export const rejectAfter = async <T>(
  timeoutMs: number,
  work: Promise<T>,
  reason: string | Error,
): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(typeof reason === 'string' ? new Error(reason) : reason), timeoutMs);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
};
