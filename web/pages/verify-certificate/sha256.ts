import type { Hash } from '#events/seals/proof/merkle-path.ts';

/** SHA-256 with the browser's Web Crypto. Pages without https have none and use a library instead. */
export const sha256: Hash = async (bytes) => {
  if (globalThis.crypto?.subtle) return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const library = await import('@noble/hashes/sha2.js');
  return library.sha256(bytes);
};
