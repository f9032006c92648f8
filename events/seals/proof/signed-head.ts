/**
 * A signed head states how many seals the log had at a certain time, the last position that they cover, and the root of the seal tree.
 * Publish it outside the database (in another system, in a newspaper). If somebody then rewrites the log and all its seals, the log
 * contradicts the published head. Without the signing key, nobody can create a signed head that matches the rewritten log.
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

/** Returns the bytes that the Ed25519 signature covers: readable lines in a fixed order, with a version first. */
export const encodeSignedHead = (head: Omit<SignedHead, 'signature'>): Uint8Array<ArrayBuffer> =>
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
