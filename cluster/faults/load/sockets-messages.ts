/** Messages between a program that tests the cluster and its process with the sockets. */

export type ToSockets =
  /** `reconnectAfterMs`: after how many milliseconds, on average, a socket ends its connection and opens a new one; 0: never. */
  | { act: 'open'; address: string; tokens: readonly string[]; reconnectAfterMs: number }
  /** Asks what the sockets have received. */
  | { act: 'report' }
  | { act: 'end' };

/** Sockets that have received the same messages about courses since their clients last fetched everything. */
export type SocketGroup = {
  sockets: number;
  /** The history of the log, and the position up to which the socket's client last fetched everything. */
  logId: string;
  base: number;
  /** How many messages about courses were received since then, and a digest of their positions; see `addToDigest`. */
  count: number;
  digest: number;
};

export type SocketsReport = {
  groups: SocketGroup[];
  /** How often a socket has tried to reconnect, and how often one was told to fetch everything again. */
  reconnects: number;
  refetches: number;
  /** The first of these refetches, each as a sentence with the positions of the client and of the node. */
  refetchDetails: string[];
  /** How often a socket was told to fetch everything again after it had missed more than 1,000 positions. Not in `refetches`. */
  lateRefetches: number;
  /** The first messages that came twice or in the wrong order, and other faults. */
  errors: string[];
};

export type FromSockets = { kind: 'opened' } | { kind: 'report'; report: SocketsReport };

/** The digest of no positions. */
export const emptyDigest = 2_166_136_261;

/** Adds a position to a digest (FNV-1a over whole numbers). The digest depends on the order. */
export const addToDigest = (digest: number, position: number): number =>
  Math.imul(digest ^ position, 16_777_619) >>> 0;
