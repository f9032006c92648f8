import type { Hash } from '#events/seals/proof/merkle-path.ts';

/**
 * SHA-256 in the browser: its own where it has one. A page that was not loaded over https (a school's machine on its own
 * network, say) has none, and computes with a library instead.
 */
export const sha256: Hash = async (bytes) => {
  if (globalThis.crypto?.subtle) return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const library = await import('@noble/hashes/sha2.js');
  return library.sha256(bytes);
};
