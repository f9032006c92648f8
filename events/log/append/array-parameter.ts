/**
 * Encodes arrays in PostgreSQL's binary parameter format, which needs no quoting and no parsing of quotes. (With text
 * literals, an append of 128 events took 10 % longer in this process and in the database.)
 * Layout (see array_recv in PostgreSQL's arrayfuncs.c): number of dimensions, null flag, element type, length, lower
 * bound; then for each element its length in bytes (-1: null) and its bytes. All integers are 32 bits, big-endian.
 */
const headerLength = 20;
/** Object ids of the element types. */
const types = { boolean: 16, integer: 23, text: 25, uuid: 2950 } as const;

const withHeader = (buffer: Buffer, type: number, count: number, hasNull: boolean): Buffer => {
  buffer.writeInt32BE(count === 0 ? 0 : 1, 0);
  buffer.writeInt32BE(hasNull ? 1 : 0, 4);
  buffer.writeInt32BE(type, 8);
  if (count === 0) return buffer.subarray(0, 12);
  buffer.writeInt32BE(count, 12);
  buffer.writeInt32BE(1, 16);
  return buffer;
};

/** Encodes a parameter of type integer[]. */
export const integerArray = (values: readonly (number | null)[]): Buffer => {
  const buffer = Buffer.allocUnsafe(headerLength + 8 * values.length);
  let offset = headerLength;
  let hasNull = false;
  for (const value of values) {
    if (value === null) {
      hasNull = true;
      offset = buffer.writeInt32BE(-1, offset);
    } else {
      offset = buffer.writeInt32BE(4, offset);
      offset = buffer.writeInt32BE(value, offset);
    }
  }
  return withHeader(buffer.subarray(0, offset), types.integer, values.length, hasNull);
};

/** Encodes a parameter of type text[]. */
export const textArray = (values: readonly (string | null)[]): Buffer => {
  let size = headerLength + 4 * values.length;
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  for (const value of values) if (value !== null) size += 3 * value.length;
  const buffer = Buffer.allocUnsafe(size);
  let offset = headerLength;
  let hasNull = false;
  for (const value of values) {
    if (value === null) {
      hasNull = true;
      offset = buffer.writeInt32BE(-1, offset);
    } else {
      const length = buffer.write(value, offset + 4, 'utf8');
      buffer.writeInt32BE(length, offset);
      offset += 4 + length;
    }
  }
  return withHeader(buffer.subarray(0, offset), types.text, values.length, hasNull);
};

/** Encodes a parameter of type boolean[]. */
export const booleanArray = (values: readonly boolean[]): Buffer => {
  const buffer = Buffer.allocUnsafe(headerLength + 5 * values.length);
  let offset = headerLength;
  for (const value of values) {
    offset = buffer.writeInt32BE(1, offset);
    offset = buffer.writeUInt8(value ? 1 : 0, offset);
  }
  return withHeader(buffer, types.boolean, values.length, false);
};

/**
 * Encodes a parameter of type uuid[].
 * @throws TypeError when a value is not a UUID with dashes.
 */
export const uuidArray = (values: readonly (string | null)[]): Buffer => {
  const buffer = Buffer.allocUnsafe(headerLength + 20 * values.length);
  let offset = headerLength;
  let hasNull = false;
  for (const value of values) {
    if (value === null) {
      hasNull = true;
      offset = buffer.writeInt32BE(-1, offset);
      continue;
    }
    const written = value.length === 36 ? buffer.write(value.replaceAll('-', ''), offset + 4, 'hex') : 0;
    if (written !== 16) throw new TypeError(`"${value}" is not a UUID.`);
    offset = buffer.writeInt32BE(16, offset) + 16;
  }
  return withHeader(buffer.subarray(0, offset), types.uuid, values.length, hasNull);
};
