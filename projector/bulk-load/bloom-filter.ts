/** A filter takes 4 MB. With a million keys, one lookup in 6,000 is a false positive; with five million keys, one in 25. */
const bitCount = 2 ** 25;
const hashCount = 4;

/** A Bloom filter for keys. */
export type BloomFilter = {
  add(key: string): void;
  /** Returns false if the key was certainly never added, otherwise true. */
  mightContain(key: string): boolean;
};

/**
 * Computes an FNV-1a hash and a second hash with different constants, from which all bit positions derive (Kirsch and Mitzenmacher, 2006).
 */
const hashesOf = (key: string): [number, number] => {
  let [first, second] = [0x811c9dc5, 0x9747b28c];
  for (let index = 0; index < key.length; index += 1) {
    const code = key.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b);
    second ^= second >>> 13;
  }
  // The shift mixes the high bits into the low ones, which select the bit. An odd second hash makes all its multiples different.
  return [first ^ (first >>> 15), second | 1];
};

/** Creates an empty filter. It uses a fixed amount of memory, however many keys are added. */
export const createBloomFilter = (): BloomFilter => {
  // The lowest five bits of a bit position select a bit of a word, and the others select the word.
  const words = new Uint32Array(bitCount / 32);
  return {
    add(key: string): void {
      const [first, second] = hashesOf(key);
      for (let hash = 0; hash < hashCount; hash += 1) {
        const bit = (first + Math.imul(hash, second)) & (bitCount - 1);
        words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31));
      }
    },
    mightContain(key: string): boolean {
      const [first, second] = hashesOf(key);
      for (let hash = 0; hash < hashCount; hash += 1) {
        const bit = (first + Math.imul(hash, second)) & (bitCount - 1);
        if (((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
      }
      return true;
    },
  };
};
