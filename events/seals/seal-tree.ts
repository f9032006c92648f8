/**
 * The seal tree: one RFC 6962 Merkle tree whose leaves are the seals in order (`history` in the JSON of proofs). It grows
 * only at its right edge. So each seal stores just the perfect subtrees that it completes, fewer than two nodes on average, and every
 * proof needs O(log n) lookups by seal number.
 * Source: Crosby and Wallach, "Efficient Data Structures for Tamper-Evident Logging".
 */
import { hashLength, hashNode } from './merkle.ts';

/** A perfect subtree: the `index`-th one (from 0) of those with 2^level leaves. */
type NodePosition = { level: number; index: number };

/** Perfect subtrees from left to right that together form one node of the tree. */
export type NodeRange = readonly NodePosition[];

/** Returns the largest power of two below `size`, where RFC 6962 splits a tree. */
const chooseSplitSize = (size: number) => {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
};

/** Returns the perfect subtrees over the leaves from `low` to `high - 1`. */
const rangeOf = (low: number, high: number): NodeRange => {
  const positions: NodePosition[] = [];
  let start = low;
  while (start < high) {
    let size = 1;
    let level = 0;
    while (start % (size * 2) === 0 && start + size * 2 <= high) {
      size *= 2;
      level++;
    }
    positions.push({ level, index: start / size });
    start += size;
  }
  return positions;
};

/** Returns the perfect subtrees that form the root over the first `size` leaves. */
export const findRootRange = (size: number): NodeRange => rangeOf(0, size);

/** Returns the nodes that prove that leaf `index` (from 0) is in a tree of `size` leaves, from the leaf upwards. */
export const listInclusionRanges = (index: number, size: number): NodeRange[] => {
  const ranges: NodeRange[] = [];
  let low = 0;
  let high = size;
  while (high - low > 1) {
    const middle = low + chooseSplitSize(high - low);
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

/** Returns the nodes that prove that the tree of `newer` leaves starts with the tree of `older` leaves. */
export const listConsistencyRanges = (older: number, newer: number): NodeRange[] => {
  const ranges: NodeRange[] = [];
  let low = 0;
  let high = newer;
  while (high !== older) {
    const middle = low + chooseSplitSize(high - low);
    if (older <= middle) {
      ranges.unshift(rangeOf(middle, high));
      high = middle;
    } else {
      ranges.unshift(rangeOf(low, middle));
      low = middle;
    }
  }
  // The verifier knows the root of the older tree, which is enough if that tree is a node of the newer one.
  if (low > 0) ranges.unshift(rangeOf(low, high));
  return ranges;
};

/** Returns the seal (numbered from 1) that stores a node, and the byte offset in its `nodes`. */
export const locateNode = ({ level, index }: NodePosition) => ({
  number: (index + 1) * 2 ** level,
  offset: level * hashLength,
});

/** Returns the hash of the node that the perfect subtrees of a range form. @throws RangeError for an empty range. */
export const joinNodes = (nodes: readonly Uint8Array[]): Uint8Array => {
  const joined = nodes.reduceRight<Uint8Array | null>(
    (right, left) => (right === null ? left : hashNode(left, right)),
    null,
  );
  if (joined === null) throw new RangeError('A tree without leaves has no nodes.');
  return joined;
};

/** The right edge of a growing seal tree: the hashes of its perfect subtrees, largest first. */
export class SealTreeEdge {
  #size: number;
  readonly #nodes: Uint8Array[];

  /**
   * @param size the number of seals.
   * @param nodes the hashes of the nodes in `findRootRange(size)`.
   */
  constructor(size: number, nodes: readonly Uint8Array[]) {
    const expected = findRootRange(size).length;
    if (nodes.length !== expected)
      throw new RangeError(`The edge of ${size} seals has ${expected} nodes, not ${nodes.length}.`);
    this.#size = size;
    this.#nodes = [...nodes];
  }

  get size() {
    return this.#size;
  }

  /** Appends a leaf. Returns the nodes that it completes, itself first, and the new root. */
  add(leaf: Uint8Array): { nodes: Uint8Array[]; root: Uint8Array } {
    const completed = [leaf];
    let node = leaf;
    // The leaf is complete itself. In addition, it completes one perfect subtree for each trailing 1 of the size in binary.
    for (let rest = this.#size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
      const left = this.#nodes.pop();
      if (left === undefined) throw new RangeError('The edge of the seal tree has too few nodes.');
      node = hashNode(left, node);
      completed.push(node);
    }
    this.#nodes.push(node);
    this.#size++;
    return { nodes: completed, root: joinNodes(this.#nodes) };
  }
}
