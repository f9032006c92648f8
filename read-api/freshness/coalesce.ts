/**
 * Lets many callers share one question to the database without ever giving anybody an answer that was asked for
 * before they came: who calls while a question is under way gets the answer of the next one. So a thousand reads
 * that arrive at once cost two round trips, and "as it stood on arrival" stays true for each of them.
 * @param ask asks anew; its rejection goes to all who share it.
 */
export const coalesce = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let underWay: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  const begin = (): Promise<T> => {
    const asked = ask().finally(() => {
      if (underWay === asked) underWay = null;
    });
    underWay = asked;
    return asked;
  };
  return () => {
    if (!underWay) return begin();
    next ??= underWay
      .catch(() => undefined)
      .then(() => {
        next = null;
        return begin();
      });
    return next;
  };
};
