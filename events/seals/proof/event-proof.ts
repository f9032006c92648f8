/**
 * The proof that one event stands in the log as it was sealed: its path to the root of its page, and the page's
 * path to the root of the history, which a signed head vouches for. Plain JSON, checked anywhere.
 */
import { encodeEvent, encodeSeal, type StoredEvent } from './encoding.ts';
import { type Hash, hashLeaf, rootFromPath, sameBytes } from './merkle-path.ts';

/** Hashes are hexadecimal; times are microseconds since 1970. */
export type EventProof = {
  event: StoredEvent;
  /** The seal of the page that holds the event, and the siblings from the event up to the page's root. */
  seal: {
    number: number;
    firstPosition: number;
    lastPosition: number;
    eventCount: number;
    sealedAt: number;
    path: string[];
  };
  /** The state of the history that the proof leads to: how many seals it has, and the siblings up to its root. */
  history: { size: number; root: string; path: string[] };
};

export const fromHex = (hex: string): Uint8Array<ArrayBuffer> => {
  if (!/^([0-9a-f]{2})*$/i.test(hex)) throw new RangeError('Not hexadecimal.');
  const bytes = new Uint8Array(hex.length / 2);
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16);
  return bytes;
};

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** What a proof leads to, step by step: each is the SHA-256 of what stands below it. */
export type ProofTrace = {
  /** Of the event with all its columns. */
  leaf: Uint8Array;
  /** Of the tree over the page's events. */
  pageRoot: Uint8Array;
  /** Of the page's seal: number, positions, time and that root. */
  sealLeaf: Uint8Array;
  /** Of the tree over all seals; the proof holds when it is the one that `history.root` says. */
  historyRoot: Uint8Array;
  holds: boolean;
};

const trace = async (hash: Hash, { event, seal, history }: EventProof): Promise<ProofTrace | null> => {
  const index = event.position - seal.firstPosition;
  if (seal.lastPosition - seal.firstPosition + 1 !== seal.eventCount) return null;
  const leaf = await hashLeaf(hash, encodeEvent(event).slice());
  const pageRoot = await rootFromPath(hash, leaf, index, seal.eventCount, seal.path.map(fromHex));
  if (pageRoot === null) return null;
  const sealLeaf = await hashLeaf(hash, encodeSeal({ ...seal, root: pageRoot }));
  const path = history.path.map(fromHex);
  const historyRoot = await rootFromPath(hash, sealLeaf, seal.number - 1, history.size, path);
  if (historyRoot === null) return null;
  return { leaf, pageRoot, sealLeaf, historyRoot, holds: sameBytes(historyRoot, fromHex(history.root)) };
};

/** The steps of a proof, for those who want to see them; null for one that is malformed. */
export const traceEventProof = async (hash: Hash, proof: EventProof): Promise<ProofTrace | null> => {
  try {
    return await trace(hash, proof);
  } catch {
    return null;
  }
};

/**
 * True when the event, with every one of its columns, is what was sealed at its position in the history with
 * `history.root`. Whether that root is to be trusted is another question: compare it with a signed head.
 * Anything malformed is false, never an exception.
 */
export const checkEventProof = async (hash: Hash, proof: EventProof): Promise<boolean> =>
  (await traceEventProof(hash, proof))?.holds ?? false;
