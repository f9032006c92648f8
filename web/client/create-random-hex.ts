/** Returns random hexadecimal digits, two for each byte. Works without a secure context, too, unlike `crypto.randomUUID`. */
export const createRandomHex = (byteCount: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(byteCount)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
