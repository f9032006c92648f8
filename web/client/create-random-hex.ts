/** Returns random hexadecimal digits, two for each byte. Unlike `crypto.randomUUID`, it does not need a secure context. */
export const createRandomHex = (byteCount: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(byteCount)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
