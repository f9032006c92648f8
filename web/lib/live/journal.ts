/**
 * The last messages, kept so that an answer which was under way while a message came does not undo it: whoever
 * fetches takes a mark before and applies what came since to what was fetched.
 * @param capacity how many are kept; more than can come while one call is under way.
 */
export const journal = <M>(capacity = 2_000) => {
  const entries: { sequence: number; message: M }[] = [];
  let sequence = 0;
  return {
    add(message: M): void {
      entries.push({ sequence: ++sequence, message });
      if (entries.length > capacity) entries.shift();
    },
    mark: (): number => sequence,
    since: (mark: number): M[] =>
      entries.filter((entry) => entry.sequence > mark).map(({ message }) => message),
  };
};
