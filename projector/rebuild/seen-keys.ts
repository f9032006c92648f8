/** 4 MB: beside a million keys one new one in 6,000 is taken for one that was there, beside five million one in 25. */
const bits = 2 ** 25;
const looks = 4;

export type SeenKeys = { add(key: string): void; mayHave(key: string): boolean };

/**
 * Remembers keys in a fixed space, however many they are: a Bloom filter. Says of a key that it was never added, for
 * certain, or that it may have been.
 */
export const seenKeys = (): SeenKeys => {
  const words = new Uint32Array(bits / 32);

  /** Two hashes by FNV-1a, of which the places of the bits are made as Kirsch and Mitzenmacher showed. */
  const hashesOf = (key: string): [number, number] => {
    let [one, other] = [0x811c9dc5, 0x9747b28c];
    for (let index = 0; index < key.length; index += 1) {
      const code = key.charCodeAt(index);
      one = Math.imul(one ^ code, 0x01000193);
      other = Math.imul(other ^ code, 0x85ebca6b);
      other ^= other >>> 13;
    }
    return [one ^ (one >>> 15), other | 1];
  };

  return {
    add(key: string): void {
      const [one, other] = hashesOf(key);
      for (let look = 0; look < looks; look += 1) {
        const bit = (one + Math.imul(look, other)) & (bits - 1);
        words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31));
      }
    },
    mayHave(key: string): boolean {
      const [one, other] = hashesOf(key);
      for (let look = 0; look < looks; look += 1) {
        const bit = (one + Math.imul(look, other)) & (bits - 1);
        if (((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
      }
      return true;
    },
  };
};
