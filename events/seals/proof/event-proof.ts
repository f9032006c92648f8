/**
 * The proof that an event is in the sealed log: the path from the event to the root of its page, and from the page's seal to the root of
 * the seal tree (`history`). A signed head confirms this root. The proof is plain JSON and can be checked without a server.
 */
import { encodeSeal, encodeStoredEvent, type StoredEvent } from './encoding.ts';
import { areEqualBytes, computeRootFromPath, type Hash, hashLeaf } from './merkle-path.ts';

/** Hashes are hexadecimal; times are microseconds since 1970. */
export type EventProof = {
  event: StoredEvent;
  /** The seal of the event's page, and the siblings from the event up to the page's root. */
  seal: {
    number: number;
    firstPosition: number;
    lastPosition: number;
    eventCount: number;
    sealedAt: number;
    path: string[];
  };
  /** The state of the seal tree that the proof leads to: its number of seals, and the siblings up to its root. */
  history: { size: number; root: string; path: string[] };
};

/** Decodes hexadecimal. @throws RangeError */
export const fromHex = (hex: string): Uint8Array<ArrayBuffer> => {
  if (!/^([0-9a-f]{2})*$/i.test(hex)) throw new RangeError('The text is not hexadecimal.');
  const bytes = new Uint8Array(hex.length / 2);
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16);
  return bytes;
};

/** Encodes bytes as hexadecimal, in lower case. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The hashes of a proof, step by step. */
export type ProofHashes = {
  /** Hash of the event with all its columns. */
  leaf: Uint8Array;
  /** Root of the tree over the page's events. */
  pageRoot: Uint8Array;
  /** Hash of the page's seal: number, positions, number of events, time and `pageRoot`. */
  sealLeaf: Uint8Array;
  /** Root of the seal tree. */
  historyRoot: Uint8Array;
  /** Whether `historyRoot` equals the `history.root` of the proof. */
  isValid: boolean;
};

const computeHashes = async (
  hash: Hash,
  { event, seal, history }: EventProof,
): Promise<ProofHashes | null> => {
  const index = event.position - seal.firstPosition;
  if (seal.lastPosition - seal.firstPosition + 1 !== seal.eventCount) return null;
  const leaf = await hashLeaf(hash, encodeStoredEvent(event).slice());
  const pageRoot = await computeRootFromPath(hash, leaf, index, seal.eventCount, seal.path.map(fromHex));
  if (pageRoot === null) return null;
  const sealLeaf = await hashLeaf(hash, encodeSeal({ ...seal, root: pageRoot }));
  const path = history.path.map(fromHex);
  const historyRoot = await computeRootFromPath(hash, sealLeaf, seal.number - 1, history.size, path);
  if (historyRoot === null) return null;
  return {
    leaf,
    pageRoot,
    sealLeaf,
    historyRoot,
    isValid: areEqualBytes(historyRoot, fromHex(history.root)),
  };
};

/** Returns the hashes of a proof, to display them; null for a malformed proof. */
export const computeProofHashes = async (hash: Hash, proof: EventProof): Promise<ProofHashes | null> => {
  try {
    return await computeHashes(hash, proof);
  } catch {
    return null;
  }
};

/**
 * Returns whether the event, with all its columns, is the one that was sealed at its position, in a log whose seal tree has the root
 * `history.root`. To trust that root, compare it with a signed head. A malformed proof yields false, not an error.
 */
export const checkEventProof = async (hash: Hash, proof: EventProof): Promise<boolean> =>
  (await computeProofHashes(hash, proof))?.isValid ?? false;
