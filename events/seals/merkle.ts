/**
 * Merkle trees as defined by RFC 6962, section 2.1. The leaf hashes are concatenated in one buffer, 32 bytes each, which
 * avoids an object per leaf. A tree is built level by level; the last node of a level with an odd number of nodes moves
 * up unchanged, which yields exactly the tree of the RFC.
 */
import { hash } from 'node:crypto';
import { leafPrefix, nodePrefix } from './proof/merkle-path.ts';

export const hashLength = 32;

export const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

const nodeBuffer = Buffer.alloc(1 + 2 * hashLength);
nodeBuffer[0] = nodePrefix;

/** Returns the hash of a leaf with this content. */
export const hashLeaf = (content: Uint8Array): Buffer => {
  const bytes = Buffer.allocUnsafe(1 + content.length);
  bytes[0] = leafPrefix;
  bytes.set(content, 1);
  return sha256(bytes);
};

/**
 * Hashes the two nodes at `pairOffset` and writes the result at `offset`. The digest is passed as a Latin-1 string: with
 * Node 24 that is 2.7 times faster than a new Buffer per hash (3,500,000 instead of 1,300,000 per second).
 */
const writeNode = (out: Buffer, offset: number, pairOffset: number) => {
  out.copy(nodeBuffer, 1, pairOffset, pairOffset + 2 * hashLength);
  out.write(hash('sha256', nodeBuffer, 'binary'), offset, hashLength, 'latin1');
};

/** Returns the hash of an inner node. */
export const hashNode = (left: Uint8Array, right: Uint8Array): Buffer => {
  nodeBuffer.set(left, 1);
  nodeBuffer.set(right, 1 + hashLength);
  return sha256(nodeBuffer);
};

/** Overwrites a level of `count` nodes with the level above it. Returns the number of nodes of the new level. */
const buildNextLevel = (level: Buffer, count: number): number => {
  const pairs = Math.floor(count / 2);
  for (let pair = 0; pair < pairs; pair++) writeNode(level, pair * hashLength, pair * 2 * hashLength);
  if (count % 2 === 0) return pairs;
  level.copyWithin(pairs * hashLength, (count - 1) * hashLength, count * hashLength);
  return pairs + 1;
};

const countLeaves = (leaves: Uint8Array) => {
  if (leaves.length === 0 || leaves.length % hashLength !== 0)
    throw new RangeError('A tree needs at least one leaf, and each leaf hash has 32 bytes.');
  return leaves.length / hashLength;
};

/**
 * Returns the root of a tree.
 * @param leaves the leaf hashes, 32 bytes each.
 */
export const computeTreeRoot = (leaves: Uint8Array): Buffer => {
  const level = Buffer.from(leaves);
  let count = countLeaves(leaves);
  while (count > 1) count = buildNextLevel(level, count);
  return Buffer.from(level.subarray(0, hashLength));
};

/**
 * Returns the inclusion proof of the leaf at `index` (from 0): the siblings on the path from the leaf up to the root.
 * @param leaves the leaf hashes, 32 bytes each.
 * @throws RangeError if there is no such leaf.
 */
export const computeTreePath = (leaves: Uint8Array, index: number): Buffer[] => {
  const level = Buffer.from(leaves);
  let count = countLeaves(leaves);
  if (!(index >= 0 && index < count)) throw new RangeError(`The tree has no leaf ${index}.`);
  const path: Buffer[] = [];
  for (let node = index; count > 1; node = Math.floor(node / 2)) {
    const sibling = node % 2 === 0 ? node + 1 : node - 1;
    if (sibling < count)
      path.push(Buffer.from(level.subarray(sibling * hashLength, (sibling + 1) * hashLength)));
    count = buildNextLevel(level, count);
  }
  return path;
};
