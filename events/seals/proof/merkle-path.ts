/**
 * Checking Merkle proofs as RFC 6962 defines the tree and RFC 9162 (2.1.3.2, 2.1.4.2) the checks. Nothing of Node is
 * used and the hash function is passed in, so a browser checks with WebCrypto what the server proves.
 */

/** SHA-256 of the bytes: `crypto.hash` of Node, or WebCrypto's digest, which answers later. */
export type Hash = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>;

/** Leaves and nodes are hashed with different first bytes, so that no node passes for a leaf. */
export const leafPrefix = 0x00;
export const nodePrefix = 0x01;

const prefixed = (prefix: number, ...parts: readonly Uint8Array[]) => {
  const bytes = new Uint8Array(1 + parts.reduce((sum, part) => sum + part.length, 0));
  bytes[0] = prefix;
  let at = 1;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};

export const hashLeaf = async (hash: Hash, content: Uint8Array) => hash(prefixed(leafPrefix, content));
export const hashNode = async (hash: Hash, left: Uint8Array, right: Uint8Array) =>
  hash(prefixed(nodePrefix, left, right));

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/**
 * The root that a leaf and its path lead to: compare it with the one you trust.
 * @param leaf the hash of the leaf. @param index its place, from 0. @param size leaves in the tree.
 * @param path the siblings from the leaf upwards.
 * @returns null when path, index and size do not belong together.
 */
export const rootFromPath = async (
  hash: Hash,
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
): Promise<Uint8Array | null> => {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return null;
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

/** An older and a newer state of one tree, and the nodes that show that the newer only added to the older. */
export type Consistency = {
  olderSize: number;
  olderRoot: Uint8Array;
  newerSize: number;
  newerRoot: Uint8Array;
  path: readonly Uint8Array[];
};

/** True when the newer tree begins with exactly the older one's leaves: nothing that was sealed has been rewritten. */
export const isConsistent = async (hash: Hash, proof: Consistency): Promise<boolean> => {
  const { olderSize, newerSize, olderRoot, newerRoot, path } = proof;
  if (!Number.isSafeInteger(olderSize) || !Number.isSafeInteger(newerSize)) return false;
  if (olderSize < 1 || olderSize > newerSize) return false;
  if (olderSize === newerSize) return path.length === 0 && sameBytes(olderRoot, newerRoot);
  let node = olderSize - 1;
  let last = newerSize - 1;
  while (node % 2 === 1) {
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  // Where the older tree is a perfect one its root is itself the first node of the path.
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
  return last === 0 && sameBytes(older, olderRoot) && sameBytes(newer, newerRoot);
};
