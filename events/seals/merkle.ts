/**
 * Merkle trees as RFC 6962 defines them, over leaf hashes that lie one behind the other in one array: 32 bytes a
 * leaf, no object for any of them. A tree is built level by level; the last node of an odd level goes up as it is, which
 * gives exactly the RFC's tree.
 */
import { hash } from 'node:crypto';
import { leafPrefix, nodePrefix } from './proof/merkle-path.ts';

export const hashLength = 32;

export const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

const nodeBuffer = Buffer.alloc(1 + 2 * hashLength);
nodeBuffer[0] = nodePrefix;

/** The hash of a leaf's content. */
export const leafHash = (content: Uint8Array): Buffer => {
  const bytes = Buffer.allocUnsafe(1 + content.length);
  bytes[0] = leafPrefix;
  bytes.set(content, 1);
  return sha256(bytes);
};

/**
 * Writes the hash of the two nodes at `pairAt` to `at`. The digest travels as a Latin-1 string: with Node 24 that is 2.7
 * times as fast as a new Buffer for each (3,500,000 against 1,300,000 a second).
 */
const writeNode = (out: Buffer, at: number, pairAt: number) => {
  out.copy(nodeBuffer, 1, pairAt, pairAt + 2 * hashLength);
  out.write(hash('sha256', nodeBuffer, 'binary'), at, hashLength, 'latin1');
};

/** The hash of an inner node. */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => {
  nodeBuffer.set(left, 1);
  nodeBuffer.set(right, 1 + hashLength);
  return sha256(nodeBuffer);
};

/** The next level above `count` nodes, written over the start of `level`; answers how many nodes it has. */
const climb = (level: Buffer, count: number): number => {
  const pairs = Math.floor(count / 2);
  for (let pair = 0; pair < pairs; pair++) writeNode(level, pair * hashLength, pair * 2 * hashLength);
  if (count % 2 === 0) return pairs;
  level.copyWithin(pairs * hashLength, (count - 1) * hashLength, count * hashLength);
  return pairs + 1;
};

const countOf = (leaves: Uint8Array) => {
  if (leaves.length === 0 || leaves.length % hashLength !== 0)
    throw new RangeError('A tree needs at least one leaf, 32 bytes each.');
  return leaves.length / hashLength;
};

/** The root over leaf hashes. */
export const treeRoot = (leaves: Uint8Array): Buffer => {
  const level = Buffer.from(leaves);
  let count = countOf(leaves);
  while (count > 1) count = climb(level, count);
  return Buffer.from(level.subarray(0, hashLength));
};

/** The siblings from the leaf at `index` (from 0) up to the root. */
export const treePath = (leaves: Uint8Array, index: number): Buffer[] => {
  const level = Buffer.from(leaves);
  let count = countOf(leaves);
  if (!(index >= 0 && index < count)) throw new RangeError(`The tree has no leaf ${index}.`);
  const path: Buffer[] = [];
  for (let node = index; count > 1; node = Math.floor(node / 2)) {
    const sibling = node % 2 === 0 ? node + 1 : node - 1;
    if (sibling < count)
      path.push(Buffer.from(level.subarray(sibling * hashLength, (sibling + 1) * hashLength)));
    count = climb(level, count);
  }
  return path;
};
