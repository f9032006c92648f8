/**
 * The history: one RFC 6962 tree whose leaves are the seals, in order. It only ever grows at its right edge, so of
 * each seal are stored just the perfect subtrees that it completes (two nodes on average), and every path is found with
 * O(log n) look-ups by number. After Crosby and Wallach, "Efficient Data Structures for Tamper-Evident Logging".
 */
import { hashLength, nodeHash } from './merkle.ts';

/** A perfect subtree: the `index`-th one (from 0) of 2^level leaves. */
export type NodePosition = { level: number; index: number };

/** Places of perfect subtrees, from left to right, which together make one node of the tree. */
export type NodeRange = readonly NodePosition[];

/** The largest power of two below `size`: where the RFC splits a tree. */
const splitOf = (size: number) => {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
};

/** The perfect subtrees over the leaves from `low` up to, without, `high`. */
const rangeOf = (low: number, high: number): NodeRange => {
  const places: NodePosition[] = [];
  for (let at = low; at < high; ) {
    let size = 1;
    let level = 0;
    while (at % (size * 2) === 0 && at + size * 2 <= high) {
      size *= 2;
      level++;
    }
    places.push({ level, index: at / size });
    at += size;
  }
  return places;
};

/** What the root over the first `size` leaves is made of. */
export const rootRange = (size: number): NodeRange => rangeOf(0, size);

/** The nodes of the inclusion proof of leaf `index` (from 0) in a tree of `size`, from the leaf upwards. */
export const inclusionRanges = (index: number, size: number): NodeRange[] => {
  const ranges: NodeRange[] = [];
  for (let low = 0, high = size; high - low > 1; ) {
    const middle = low + splitOf(high - low);
    if (index < middle) {
      ranges.unshift(rangeOf(middle, high));
      high = middle;
    } else {
      ranges.unshift(rangeOf(low, middle));
      low = middle;
    }
  }
  return ranges;
};

/** The nodes of the proof that the tree of `newer` leaves begins with the tree of `older` leaves. */
export const consistencyRanges = (older: number, newer: number): NodeRange[] => {
  const ranges: NodeRange[] = [];
  let low = 0;
  let high = newer;
  while (high !== older) {
    const middle = low + splitOf(high - low);
    if (older <= middle) {
      ranges.unshift(rangeOf(middle, high));
      high = middle;
    } else {
      ranges.unshift(rangeOf(low, middle));
      low = middle;
    }
  }
  // The older tree's own root is known to whoever checks, unless only a part of it is a node of the newer one.
  if (low > 0) ranges.unshift(rangeOf(low, high));
  return ranges;
};

/** The seal (from 1) that stores the node, and where in its `nodes` it lies. */
export const nodeLocation = ({ level, index }: NodePosition) => ({
  number: (index + 1) * 2 ** level,
  offset: level * hashLength,
});

/** Joins the perfect subtrees of a range, from right to left. */
export const joinNodes = (nodes: readonly Uint8Array[]): Uint8Array => {
  const joined = nodes.reduceRight<Uint8Array | null>(
    (right, left) => (right === null ? left : nodeHash(left, right)),
    null,
  );
  if (joined === null) throw new RangeError('A tree without leaves has no node.');
  return joined;
};

/**
 * The right edge of the history while it grows: the roots of its perfect subtrees, largest first.
 * `add` answers the nodes that the new leaf completes (itself first) and the root of the whole.
 */
export class SealTreeEdge {
  #size: number;
  readonly #edge: Uint8Array[];

  /** @param edge the nodes at `rootRange(size)`. */
  constructor(size: number, edge: readonly Uint8Array[]) {
    if (edge.length !== rootRange(size).length)
      throw new RangeError(`A history of ${size} seals has another edge.`);
    this.#size = size;
    this.#edge = [...edge];
  }

  get size() {
    return this.#size;
  }

  add(leaf: Uint8Array): { nodes: Uint8Array[]; root: Uint8Array } {
    const nodes = [leaf];
    let node = leaf;
    for (let rest = this.#size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
      const left = this.#edge.pop();
      if (left === undefined) throw new RangeError('The edge of the history is too short.');
      node = nodeHash(left, node);
      nodes.push(node);
    }
    this.#edge.push(node);
    this.#size++;
    return { nodes, root: joinNodes(this.#edge) };
  }
}
