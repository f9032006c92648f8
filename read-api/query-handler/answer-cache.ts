import { LRUCache } from 'lru-cache';

export type SerializedAnswer = { text: string; type: string; headers: Record<string, string> };

/**
 * Creates a cache of answers that are the same for all readers, by entity tag. An entity tag changes when anything
 * changes that the answer depends on, so entries never go stale. Concurrent requests for one tag share one query. If
 * the query fails, all of them fail and nothing is cached.
 */
export const createAnswerCache = (maxBytes = 32 * 1_048_576) => {
  const cached = new LRUCache<string, SerializedAnswer>({
    maxSize: maxBytes,
    sizeCalculation: ({ text }, tag) => text.length + tag.length + 1,
  });
  const pending = new Map<string, Promise<SerializedAnswer>>();
  return async (tag: string, run: () => Promise<SerializedAnswer>): Promise<SerializedAnswer> => {
    const hit = cached.get(tag) ?? pending.get(tag);
    if (hit) return hit;
    const answer = run()
      .then((value) => {
        cached.set(tag, value);
        return value;
      })
      .finally(() => pending.delete(tag));
    pending.set(tag, answer);
    return answer;
  };
};
export type AnswerCache = ReturnType<typeof createAnswerCache>;
