/**
 * The file format of a raw export: one JSON object per line. First a header; then, if they are included, the encrypted
 * keys of personal data; then the events as they are stored, with each seal after the last event of its page; finally a
 * line with the digest of everything before it. All texts are exactly as stored, so the seals of a complete export can be checked
 * from the file.
 */
import { z } from 'zod';

export const formatName = 'lyceum raw export';
export const formatVersion = 1;

const count = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
const position = count.min(1);
/** Microseconds since 1970. */
const time = z.number().int().max(Number.MAX_SAFE_INTEGER);
const integer = z.number().int().min(1).max(2_147_483_647);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/);

/** How the transfer key was derived: by scrypt (RFC 7914) from a passphrase, or by HKDF (RFC 5869) from a key file. */
export const wrapping = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('scrypt'),
    // With these maxima, scrypt uses about 1 GB of memory at most, whatever a file says.
    cost: z.number().int().min(1_024).max(1_048_576),
    blockSize: z.number().int().min(1).max(8),
    parallelization: z.number().int().min(1).max(4),
    salt: base64,
  }),
  z.object({ by: z.literal('hkdf-sha256'), salt: base64 }),
]);
export type Wrapping = z.infer<typeof wrapping>;

export const header = z.object({
  format: z.literal(formatName),
  version: z.number().int(),
  logId: z.uuid(),
  logMadeAt: time,
  /** The first position; 1 in a complete export. */
  from: position,
  /** The last position. A complete export ends where a seal ends. */
  to: count,
  /** The position of the event that records this export. */
  recordedAs: position,
  /** Number of events in the file. */
  events: count,
  /** Number of seals in the file. */
  seals: count,
  /** The number of the last of these seals; null without seals. */
  lastSeal: position.nullable(),
  /** Root of the seal tree up to that seal; null without seals. */
  root: hash.nullable(),
  /** Null: without the keys of personal data. Otherwise how these are wrapped, and the wrapped pseudonym key. */
  keys: z.object({ wrapping, pseudonyms: base64 }).nullable(),
});
export type Header = z.infer<typeof header>;

/** A person's key under the transfer key (`wrapped`), or the time at which it was destroyed. */
export const keyLine = z.object({
  key: z.union([
    z.object({ person: z.uuid(), madeAt: time, wrapped: base64 }),
    z.object({ person: z.uuid(), madeAt: time, destroyedAt: time }),
  ]),
});
export type KeyLine = z.infer<typeof keyLine>;

/** A stored event, one property per column; `data` and `metadata` are JSON texts. */
export const eventLine = z.object({
  event: z.object({
    position,
    stream: z.string(),
    version: integer,
    type: z.string(),
    schemaVersion: integer,
    recordedAt: time,
    commandId: z.uuid(),
    data: z.string(),
    metadata: z.string(),
  }),
});
export type EventLine = z.infer<typeof eventLine>;

/** A stored seal: single hashes in hexadecimal, concatenated hashes in base64. */
export const sealLine = z.object({
  seal: z.object({
    number: position,
    firstPosition: position,
    lastPosition: position,
    eventCount: integer,
    sealedAt: time,
    algorithm: z.number().int().min(1).max(32_767),
    root: hash,
    chainedRoot: hash,
    nodes: base64,
    leaves: base64,
  }),
});
export type SealLine = z.infer<typeof sealLine>;

/** The last line: number of all lines before it, number of keys among them, and the SHA-256 of all bytes before it. */
export const endLine = z.object({
  end: z.object({ lines: position, keys: count, sha256: hash }),
});
export type EndLine = z.infer<typeof endLine>;
