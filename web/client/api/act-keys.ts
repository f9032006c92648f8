/**
 * One key for one act of a person, kept for as long as nobody knows whether the act was done: a second click, a retry
 * after a lost line, a retry after a timeout all send the first key again, and the server gives the first answer. Once
 * there is an answer, the same content is a new act with a new key.
 */
export const actKeys = (mint: () => string = () => crypto.randomUUID()) => {
  const open = new Map<string, string>();
  return {
    keyFor(content: string): string {
      const known = open.get(content);
      if (known !== undefined) return known;
      const key = mint();
      open.set(content, key);
      return key;
    },
    settled(content: string): void {
      open.delete(content);
    },
  };
};
