/** EBML (RFC 8794), as much of it as a WebM file needs: elements of an id, a length and a content, which may be elements again. */

const bigEndian = (value: number, bytes: number): Uint8Array => {
  const out = new Uint8Array(bytes);
  let left = value;
  for (let at = bytes - 1; at >= 0; at -= 1) {
    out[at] = left % 256;
    left = Math.floor(left / 256);
  }
  return out;
};

const idBytes = (id: number): Uint8Array =>
  bigEndian(id, id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1);

/** A length in as few bytes as hold it; the leading one-bit says how many they are. */
const lengthBytes = (length: number): Uint8Array => {
  let bytes = 1;
  // All ones would mean "unknown".
  while (length >= 2 ** (7 * bytes) - 1) bytes += 1;
  const out = bigEndian(length, bytes);
  out[0] = (out[0] ?? 0) | (1 << (8 - bytes));
  return out;
};

export const joined = (...parts: readonly Uint8Array[]): Uint8Array => {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
};

/** An element with this content. */
export const element = (id: number, ...content: readonly Uint8Array[]): Uint8Array => {
  const body = joined(...content);
  return joined(idBytes(id), lengthBytes(body.length), body);
};

/** @param bytes how many the number takes: fixed where a place must be known before its number is. */
export const unsigned = (id: number, value: number, bytes = 4): Uint8Array =>
  element(id, bigEndian(value, bytes));

export const float = (id: number, value: number): Uint8Array => {
  const content = new Uint8Array(8);
  new DataView(content.buffer).setFloat64(0, value);
  return element(id, content);
};

export const text = (id: number, value: string): Uint8Array => element(id, new TextEncoder().encode(value));

/** An element that was read: its content's bytes, not copied. */
export type Read = { id: number; content: Uint8Array };

const firstBit = (byte: number): number => Math.clz32(byte) - 23;

/**
 * The elements that stand in these bytes, one after another.
 * @throws Error where the bytes end inside an element.
 */
export const elementsIn = (bytes: Uint8Array): Read[] => {
  const found: Read[] = [];
  let at = 0;
  const take = (count: number): Uint8Array => {
    if (count < 1 || count > 8 || at + count > bytes.length) throw new Error(`No EBML element at ${at}.`);
    at += count;
    return bytes.subarray(at - count, at);
  };
  const number = (part: Uint8Array) => part.reduce((sum, byte) => sum * 256 + byte, 0);
  while (at < bytes.length) {
    const id = number(take(firstBit(bytes[at] ?? 0)));
    const width = firstBit(bytes[at] ?? 0);
    const length = number(take(width)) - 2 ** (7 * width);
    if (at + length > bytes.length) throw new Error(`The element ${id.toString(16)} ends after its file.`);
    found.push({ id, content: bytes.subarray(at, at + length) });
    at += length;
  }
  return found;
};

/** The contents of all elements under a path of ids, from the outermost inwards. */
export const contentsAt = (bytes: Uint8Array, path: readonly number[]): Uint8Array[] => {
  const [id, ...rest] = path;
  const own = elementsIn(bytes)
    .filter((found) => found.id === id)
    .map(({ content }) => content);
  return rest.length === 0 ? own : own.flatMap((content) => contentsAt(content, rest));
};
