/** The part of EBML (RFC 8794) that WebM files need. An element has an id, a length and content, which may be elements. */

const bigEndian = (value: number, bytes: number): Uint8Array => {
  const out = new Uint8Array(bytes);
  let rest = value;
  for (let at = bytes - 1; at >= 0; at -= 1) {
    out[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return out;
};

/** Encodes an id in as few bytes as possible. Ids contain the one-bit that gives their number of bytes. */
const idBytes = (id: number): Uint8Array => {
  let bytes = 1;
  while (id >= 256 ** bytes) bytes += 1;
  return bigEndian(id, bytes);
};

/** Encodes a length in as few bytes as possible. The position of the first one-bit gives the number of bytes. */
const lengthBytes = (length: number): Uint8Array => {
  let bytes = 1;
  // A length of all ones means "unknown".
  while (length >= 2 ** (7 * bytes) - 1) bytes += 1;
  const out = bigEndian(length, bytes);
  out[0] = (out[0] ?? 0) | (1 << (8 - bytes));
  return out;
};

/** Joins byte arrays. */
export const concat = (...parts: readonly Uint8Array[]): Uint8Array => {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
};

/** Encodes an element. */
export const element = (id: number, ...content: readonly Uint8Array[]): Uint8Array => {
  const body = concat(...content);
  return concat(idBytes(id), lengthBytes(body.length), body);
};

/** Encodes a number in a fixed number of bytes, so that the length of the element is known before its value. */
export const unsigned = (id: number, value: number, bytes = 4): Uint8Array =>
  element(id, bigEndian(value, bytes));

/** Encodes a number as a float of 64 bits. */
export const float = (id: number, value: number): Uint8Array => {
  const content = new Uint8Array(8);
  new DataView(content.buffer).setFloat64(0, value);
  return element(id, content);
};

/** Encodes a text in UTF-8. */
export const text = (id: number, value: string): Uint8Array => element(id, new TextEncoder().encode(value));

/** A decoded element. Its content is a view, not a copy. */
type Element = { id: number; content: Uint8Array };

/** Returns the position of the first one-bit of a byte, counted from 1; 9 if the byte is 0. */
const firstBit = (byte: number): number => Math.clz32(byte) - 23;

/**
 * Decodes a sequence of elements.
 * @throws Error if the bytes end inside an element.
 */
export const decodeElements = (bytes: Uint8Array): Element[] => {
  const found: Element[] = [];
  let at = 0;
  const take = (count: number): Uint8Array => {
    if (count < 1 || count > 8 || at + count > bytes.length)
      throw new Error(`There is no EBML element at byte ${at}.`);
    at += count;
    return bytes.subarray(at - count, at);
  };
  const number = (part: Uint8Array) => part.reduce((sum, byte) => sum * 256 + byte, 0);
  while (at < bytes.length) {
    const id = number(take(firstBit(bytes[at] ?? 0)));
    const width = firstBit(bytes[at] ?? 0);
    // Removes the one-bit that gives the number of bytes.
    const length = number(take(width)) - 2 ** (7 * width);
    if (at + length > bytes.length)
      throw new Error(`The element ${id.toString(16)} ends after the end of the file.`);
    found.push({ id, content: bytes.subarray(at, at + length) });
    at += length;
  }
  return found;
};

/** Returns the contents of all elements at a path of ids, which begins with the id of the outermost element. */
export const findContents = (bytes: Uint8Array, path: readonly number[]): Uint8Array[] => {
  const [id, ...rest] = path;
  const own = decodeElements(bytes)
    .filter((found) => found.id === id)
    .map(({ content }) => content);
  return rest.length === 0 ? own : own.flatMap((content) => findContents(content, rest));
};
