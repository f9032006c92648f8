/**
 * Checks Merkle proofs. RFC 6962 defines the tree, RFC 9162 the checks (sections 2.1.3.2 and 2.1.4.2). The code uses no
 * Node API and takes the hash function as a parameter, so a browser can check proofs with WebCrypto.
 */

/** Computes SHA-256: `crypto.hash` of Node (synchronous) or WebCrypto's digest (asynchronous). */
export type Hash = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>;

/** Leaves and nodes are hashed with different first bytes, so that a node cannot be presented as a leaf. */
export const leafPrefix = 0x00;
export const nodePrefix = 0x01;

const withPrefix = (prefix: number, ...parts: readonly Uint8Array[]) => {
  const bytes = new Uint8Array(1 + parts.reduce((sum, part) => sum + part.length, 0));
  bytes[0] = prefix;
  let offset = 1;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
};

/** Returns the hash of a leaf with this content. */
export const hashLeaf = async (hash: Hash, content: Uint8Array) => hash(withPrefix(leafPrefix, content));
const hashNode = async (hash: Hash, left: Uint8Array, right: Uint8Array) =>
  hash(withPrefix(nodePrefix, left, right));

export const areEqualBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/**
 * Returns the root that follows from a leaf and its inclusion proof; the caller compares it with a trusted root.
 * @param leaf the hash of the leaf.
 * @param index the index of the leaf, from 0.
 * @param size the number of leaves of the tree.
 * @param path the siblings from the leaf upwards.
 * @returns null if path, index and size do not match.
 */
export const computeRootFromPath = async (
  hash: Hash,
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
): Promise<Uint8Array | null> => {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return null;
  // The index of the current node in its level, and that of the level's last node (`fn` and `sn` in the RFC).
  let node = index;
  let last = size - 1;
  let root = leaf;
  for (const sibling of path) {
    if (last === 0 || sibling.length !== 32) return null;
    if (node % 2 === 1 || node === last) {
      root = await hashNode(hash, sibling, root);
      while (node % 2 === 0 && node !== 0) {
        node = node / 2;
        last = Math.floor(last / 2);
      }
    } else root = await hashNode(hash, root, sibling);
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? root : null;
};

/** A consistency proof: two states of a tree, and the nodes that prove that the newer one only added leaves. */
export type ConsistencyProof = {
  olderSize: number;
  olderRoot: Uint8Array;
  newerSize: number;
  newerRoot: Uint8Array;
  path: readonly Uint8Array[];
};

/** Returns whether the newer tree starts with exactly the leaves of the older one, so that nothing was rewritten. */
export const isConsistent = async (hash: Hash, proof: ConsistencyProof): Promise<boolean> => {
  const { olderSize, newerSize, olderRoot, newerRoot, path } = proof;
  if (!Number.isSafeInteger(olderSize) || !Number.isSafeInteger(newerSize)) return false;
  if (olderSize < 1 || olderSize > newerSize) return false;
  if (olderSize === newerSize) return path.length === 0 && areEqualBytes(olderRoot, newerRoot);
  let node = olderSize - 1;
  let last = newerSize - 1;
  while (node % 2 === 1) {
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  // If the older tree is perfect, its root is the first node, and the path omits it.
  const nodes = node === 0 ? [olderRoot, ...path] : [...path];
  const first = nodes.shift();
  if (first === undefined) return false;
  let older = first;
  let newer = first;
  for (const sibling of nodes) {
    if (last === 0 || sibling.length !== 32) return false;
    if (node % 2 === 1 || node === last) {
      older = await hashNode(hash, sibling, older);
      newer = await hashNode(hash, sibling, newer);
      while (node % 2 === 0 && node !== 0) {
        node = node / 2;
        last = Math.floor(last / 2);
      }
    } else newer = await hashNode(hash, newer, sibling);
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && areEqualBytes(older, olderRoot) && areEqualBytes(newer, newerRoot);
};
