/**
 * The file of a raw export: JSON, one object a line. First a header; then, where they travel along, the keys of personal
 * data; then every event as it is stored, and behind the last event of its page each seal; last a line with the digest of
 * all before it. Texts are those that are stored, so whoever has the file can check every seal by itself.
 */
import { z } from 'zod';

export const formatName = 'lyceum raw export';
export const formatVersion = 1;

const position = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
const place = position.min(1);
/** Microseconds since 1970. */
const time = z.number().int().max(Number.MAX_SAFE_INTEGER);
const integer = z.number().int().min(1).max(2_147_483_647);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/);

/** How the key was derived under which keys of personal data travel: by RFC 7914 from a passphrase, by RFC 5869 from a key. */
export const wrapping = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('scrypt'),
    // What a file may ask of the machine that reads it has a limit: 1 GB.
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
  /** The first and the last position; a whole export begins at 1 and ends with a seal. */
  from: place,
  to: position,
  /** The position of the event that records this export. */
  recordedAs: place,
  events: position,
  /** Seals that are in the file, the number of the last of them, and the root of the history at it. */
  seals: position,
  lastSeal: place.nullable(),
  root: hash.nullable(),
  /** Null: the keys of personal data stayed behind. Else how they are wrapped, and the key of pseudonyms, wrapped. */
  keys: z.object({ wrapping, pseudonyms: base64 }).nullable(),
});
export type Header = z.infer<typeof header>;

/** A person's key on its way (`wrapped`, base64), or that it was destroyed. Times in microseconds since 1970. */
export const keyLine = z.object({
  key: z.union([
    z.object({ person: z.uuid(), madeAt: time, wrapped: base64 }),
    z.object({ person: z.uuid(), madeAt: time, destroyedAt: time }),
  ]),
});
export type KeyLine = z.infer<typeof keyLine>;

/** A column a field, as it is stored: `data` and `metadata` are texts of JSON. */
export const eventLine = z.object({
  event: z.object({
    position: place,
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

/** A row of the seals: hashes in hexadecimal, hashes of many in base64. */
export const sealLine = z.object({
  seal: z.object({
    number: place,
    firstPosition: place,
    lastPosition: place,
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

/** `sha256`: of all bytes before this line; `lines`: how many those are. */
export const endLine = z.object({
  end: z.object({ lines: place, keys: position, sha256: hash }),
});
export type EndLine = z.infer<typeof endLine>;

/** The file is not what it should be; the message says where and why, as a sentence. */
export class BadExportError extends Error {
  override name = 'BadExportError';
}
