/**
 * What exactly is sealed of an event: version 1 of the encoding. Every column of the log, none left out, each as
 * a type tag (4 bytes), its length (4 bytes) and its bytes, after a byte that says the version. All numbers
 * big-endian; a time is a count of microseconds since 2000; texts are UTF-8 as they are stored, `json` included, so
 * nothing is re-serialised. Lengths stand before contents: no two events share an encoding.
 *
 * It is what PostgreSQL's `record_send` makes of the row, so the server can hash a page of events without sending
 * them (see `leafSql`), while this file does the same from the values alone: verification and a browser use it.
 */

/** The columns of one event, as they are stored. */
export type StoredEvent = {
  position: number;
  stream: string;
  version: number;
  type: string;
  schemaVersion: number;
  /** Microseconds since 1970, an integer. */
  recordedAt: number;
  commandId: string;
  /** The stored text of the event's data: personal fields as they were encrypted. */
  data: string;
  metadata: string;
};

export const encodingVersion = 1;

/** Object ids of PostgreSQL's built-in types; they never change. */
const tag = { int4: 23, int8: 20, text: 25, json: 114, timestamptz: 1184, uuid: 2950 } as const;

/** Microseconds from 1970 to 2000, where PostgreSQL's count begins. */
const microsecondsTo2000 = 946_684_800_000_000;

const utf8 = new TextEncoder();

/** Bytes that do not depend on texts: version, count, nine tags and lengths, the numbers, the UUID. */
const fixedLength = 1 + 4 + 9 * 8 + 8 + 4 + 4 + 8 + 16;

/** Grows and is used again: verification encodes millions of events, and none of them should leave garbage. */
let buffer = new Uint8Array(8192);
let view = new DataView(buffer.buffer);
let at = 0;

const reserve = (bytes: number) => {
  if (bytes <= buffer.length) return;
  buffer = new Uint8Array(bytes * 2);
  view = new DataView(buffer.buffer);
};

const uint32 = (value: number) => {
  view.setUint32(at, value);
  at += 4;
};

const int64 = (value: number) => {
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${value} is not a whole number that can be sealed.`);
  view.setInt32(at, Math.floor(value / 4_294_967_296));
  view.setUint32(at + 4, value >>> 0);
  at += 8;
};

const header = (type: number, length: number) => {
  uint32(type);
  uint32(length);
};

const text = (type: number, value: string) => {
  const { written } = utf8.encodeInto(value, buffer.subarray(at + 8));
  header(type, written);
  at += written;
};

const uuid = (value: string) => {
  header(tag.uuid, 16);
  const digits = value.replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/i.test(digits)) throw new RangeError(`'${value}' is not a UUID.`);
  for (let index = 0; index < 32; index += 8) uint32(Number.parseInt(digits.slice(index, index + 8), 16));
};

/**
 * The bytes that an event's leaf hash covers, its leading version byte included.
 * @returns a view of a buffer that the next call overwrites: hash it or copy it at once.
 * @throws RangeError for a number that is not a safe integer, or an id that is no UUID.
 */
export const encodeEvent = (event: StoredEvent): Uint8Array<ArrayBuffer> => {
  const characters = event.stream.length + event.type.length + event.data.length + event.metadata.length;
  // One UTF-16 unit becomes at most three bytes.
  reserve(fixedLength + characters * 3);
  at = 0;
  buffer[at++] = encodingVersion;
  uint32(9);
  header(tag.int8, 8);
  int64(event.position);
  text(tag.text, event.stream);
  header(tag.int4, 4);
  uint32(event.version);
  text(tag.text, event.type);
  header(tag.int4, 4);
  uint32(event.schemaVersion);
  header(tag.timestamptz, 8);
  int64(event.recordedAt - microsecondsTo2000);
  uuid(event.commandId);
  text(tag.json, event.data);
  text(tag.json, event.metadata);
  return buffer.subarray(0, at);
};

/**
 * One page's seal, as a leaf of the history: the encoding's version, then number, first and last position, count of
 * events and time of sealing (microseconds since 1970) as 8 bytes each, then the root of the page's tree.
 */
export type SealFields = {
  /** Dense from 1. */
  number: number;
  firstPosition: number;
  lastPosition: number;
  eventCount: number;
  sealedAt: number;
  root: Uint8Array;
};

/** The bytes that a seal's leaf hash covers. */
export const encodeSeal = (seal: SealFields): Uint8Array<ArrayBuffer> => {
  if (seal.root.length !== 32) throw new RangeError('The root of a page has 32 bytes.');
  reserve(1 + 5 * 8 + 32);
  at = 0;
  buffer[at++] = encodingVersion;
  int64(seal.number);
  int64(seal.firstPosition);
  int64(seal.lastPosition);
  int64(seal.eventCount);
  int64(seal.sealedAt);
  buffer.set(seal.root, at);
  return buffer.slice(0, at + 32);
};
