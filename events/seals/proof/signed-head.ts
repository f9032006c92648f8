/**
 * A signed head: "the log with this identity had so many seals, up to this position, with this root, at this
 * time". Published outside the database (in a newspaper, in another system), it holds everything before it fast: whoever
 * rewrites the log and all its seals afterwards cannot make it fit again without the signing key.
 */

/** Plain JSON. `root` and `signature` are hexadecimal, `sealedAt` in microseconds since 1970. */
export type SignedHead = {
  logId: string;
  seals: number;
  lastPosition: number;
  root: string;
  sealedAt: number;
  signature: string;
};

/** The bytes that an Ed25519 signature covers: a line each, readable, in a fixed order, with a version first. */
export const signedHeadBytes = (head: Omit<SignedHead, 'signature'>): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    [
      'lyceum log head 1',
      head.logId.toLowerCase(),
      head.seals,
      head.lastPosition,
      head.root.toLowerCase(),
      head.sealedAt,
    ].join('\n'),
  );
