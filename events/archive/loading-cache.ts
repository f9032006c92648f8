import { LRUCache } from 'lru-cache';

/**
 * A cache that is bounded by bytes. Concurrent callers for one key share one load. A failed load is not remembered.
 */
export class LoadingCache<V extends object> {
  readonly #values: LRUCache<string, V>;
  readonly #loads = new Map<string, Promise<V>>();

  constructor(maxBytes: number, sizeOf: (value: V) => number) {
    // A larger value is returned, but not kept.
    this.#values = new LRUCache({ maxSize: maxBytes, sizeCalculation: (value) => Math.ceil(sizeOf(value)) });
  }

  async get(key: string, load: () => Promise<V>): Promise<V> {
    const value = this.#values.get(key);
    if (value !== undefined) return value;
    const running = this.#loads.get(key);
    if (running !== undefined) return running;
    const started = load();
    this.#loads.set(key, started);
    try {
      const loaded = await started;
      this.#values.set(key, loaded);
      return loaded;
    } finally {
      this.#loads.delete(key);
    }
  }
}
