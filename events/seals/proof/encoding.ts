/**
 * The bytes that are sealed for an event (version 1 of the encoding): a version byte and the number of columns, then for each
 * column of the log a type tag (4 bytes), the length (4 bytes) and the bytes. Numbers are big-endian, times are
 * microseconds since 2000, and texts, including JSON, are the stored UTF-8, so nothing is serialized again. The lengths
 * make the encoding unambiguous.
 *
 * PostgreSQL's `record_send` returns the same bytes for the row, without the version byte. So the server can hash a page of events
 * without sending them (see `leafHashSql`). This file encodes from the values alone, for verification and in the browser.
 */

/** The columns of an event as they are stored. */
export type StoredEvent = {
  position: number;
  stream: string;
  version: number;
  type: string;
  schemaVersion: number;
  /** Microseconds since 1970, an integer. */
  recordedAt: number;
  commandId: string;
  /** The stored JSON text, with personal fields encrypted. */
  data: string;
  metadata: string;
};

export const encodingVersion = 1;

/** Object ids of PostgreSQL's built-in types, which never change. */
const tag = { int4: 23, int8: 20, text: 25, json: 114, timestamptz: 1184, uuid: 2950 } as const;

/** Microseconds from 1970 to 2000, the epoch of PostgreSQL. */
const microsecondsTo2000 = 946_684_800_000_000;

const utf8 = new TextEncoder();

/** Size without the texts: version, column count, nine tags and lengths, the numbers, the UUID. */
const fixedLength = 1 + 4 + 9 * 8 + 8 + 4 + 4 + 8 + 16;

/** The buffer grows and is reused, because verification encodes millions of events. */
let buffer = new Uint8Array(8192);
let view = new DataView(buffer.buffer);
let offset = 0;

const reserve = (bytes: number) => {
  if (bytes <= buffer.length) return;
  buffer = new Uint8Array(bytes * 2);
  view = new DataView(buffer.buffer);
};

const writeUint32 = (value: number) => {
  view.setUint32(offset, value);
  offset += 4;
};

const writeInt64 = (value: number) => {
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${value} is not an integer that can be encoded exactly.`);
  view.setInt32(offset, Math.floor(value / 4_294_967_296));
  view.setUint32(offset + 4, value >>> 0);
  offset += 8;
};

const writeHeader = (type: number, length: number) => {
  writeUint32(type);
  writeUint32(length);
};

const writeText = (type: number, value: string) => {
  const { written } = utf8.encodeInto(value, buffer.subarray(offset + 8));
  writeHeader(type, written);
  offset += written;
};

const writeUuid = (value: string) => {
  writeHeader(tag.uuid, 16);
  const digits = value.replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/i.test(digits)) throw new RangeError(`'${value}' is not a UUID.`);
  for (let index = 0; index < 32; index += 8)
    writeUint32(Number.parseInt(digits.slice(index, index + 8), 16));
};

/**
 * Returns the bytes of an event for its leaf hash.
 * @returns a view of a buffer that the next call overwrites: hash or copy it at once.
 * @throws RangeError for a position or time that is not a safe integer, or a command id that is not a UUID.
 */
export const encodeStoredEvent = (event: StoredEvent): Uint8Array<ArrayBuffer> => {
  const characters = event.stream.length + event.type.length + event.data.length + event.metadata.length;
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  reserve(fixedLength + characters * 3);
  offset = 0;
  buffer[offset++] = encodingVersion;
  writeUint32(9);
  writeHeader(tag.int8, 8);
  writeInt64(event.position);
  writeText(tag.text, event.stream);
  writeHeader(tag.int4, 4);
  writeUint32(event.version);
  writeText(tag.text, event.type);
  writeHeader(tag.int4, 4);
  writeUint32(event.schemaVersion);
  writeHeader(tag.timestamptz, 8);
  writeInt64(event.recordedAt - microsecondsTo2000);
  writeUuid(event.commandId);
  writeText(tag.json, event.data);
  writeText(tag.json, event.metadata);
  return buffer.subarray(0, offset);
};

/** The fields of a page's seal that are hashed as a leaf of the seal tree. */
export type SealFields = {
  /** Starts at 1, without gaps. */
  number: number;
  firstPosition: number;
  lastPosition: number;
  eventCount: number;
  /** Microseconds since 1970. */
  sealedAt: number;
  /** Root of the tree over the page's events, 32 bytes. */
  root: Uint8Array;
};

/**
 * Returns the bytes of a seal for its leaf hash: the version byte, then number, first and last position, number of events
 * and time as 8 bytes each, then the root.
 * @throws RangeError for a number that is not a safe integer, or a root that does not have 32 bytes.
 */
export const encodeSeal = (seal: SealFields): Uint8Array<ArrayBuffer> => {
  if (seal.root.length !== 32) throw new RangeError('The root of a page must have 32 bytes.');
  reserve(1 + 5 * 8 + 32);
  offset = 0;
  buffer[offset++] = encodingVersion;
  writeInt64(seal.number);
  writeInt64(seal.firstPosition);
  writeInt64(seal.lastPosition);
  writeInt64(seal.eventCount);
  writeInt64(seal.sealedAt);
  buffer.set(seal.root, offset);
  return buffer.slice(0, offset + 32);
};
