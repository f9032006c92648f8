import { v7 } from 'uuid';

/** Creates an idempotency key. It begins with the time, so that inserting it into the index of the server is fast, however many keys are stored. */
export const createIdempotencyKey = (): string => v7();

/**
 * Creates an object that assigns idempotency keys to commands by their content. A command keeps its key until the server has
 * given a definite answer, so that a second click or a retry after a lost connection or a timeout does not execute it twice.
 * Afterwards the same content is a new command with a new key. Actions of the outbox do not use it: each has a key of its own.
 */
export const createIdempotencyKeys = (createKey = createIdempotencyKey) => {
  const unsettled = new Map<string, string>();
  return {
    keyFor(content: string): string {
      const existingKey = unsettled.get(content);
      if (existingKey !== undefined) return existingKey;
      const key = createKey();
      unsettled.set(content, key);
      return key;
    },
    settle(content: string): void {
      unsettled.delete(content);
    },
  };
};
