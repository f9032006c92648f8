import { LRUCache } from 'lru-cache';

/** An answer as it is sent. */
export type ReadyAnswer = { text: string; type: string; headers: Record<string, string> };

const bytesKept = 32 * 1_048_576;

/**
 * Keeps answers that are the same for everybody by their entity tag, which changes when anything that they depend
 * on does. Those who ask for the same at the same moment share one query; a failure is shared and not kept.
 */
export const openAnswers = (bytes = bytesKept) => {
  const kept = new LRUCache<string, ReadyAnswer>({
    maxSize: bytes,
    sizeCalculation: ({ text }, tag) => text.length + tag.length + 1,
  });
  const underWay = new Map<string, Promise<ReadyAnswer>>();
  return (tag: string, ask: () => Promise<ReadyAnswer>): Promise<ReadyAnswer> => {
    const known = kept.get(tag);
    if (known) return Promise.resolve(known);
    const running = underWay.get(tag);
    if (running) return running;
    const asked = ask()
      .then((answer) => {
        kept.set(tag, answer);
        return answer;
      })
      .finally(() => underWay.delete(tag));
    underWay.set(tag, asked);
    return asked;
  };
};
export type Answers = ReturnType<typeof openAnswers>;
