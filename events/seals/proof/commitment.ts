/**
 * A commitment to a personal text. The event stores the encrypted text and this unencrypted hash, and the seal covers
 * both. The text and the salt together prove that the text is the sealed one. The salt is encrypted together with the text,
 * under the person's key. Without the key the hash reveals nothing, even if all possible texts are tried.
 */
const domain = 'lyceum commitment 1\n';
export const saltLength = 32;

/**
 * Returns the bytes whose SHA-256 is the commitment.
 * @param salt 32 random bytes.
 * @throws RangeError for a salt of any other length.
 */
export const encodeCommitment = (salt: Uint8Array, text: string): Uint8Array<ArrayBuffer> => {
  if (salt.length !== saltLength) throw new RangeError(`A salt must have ${saltLength} bytes.`);
  const encoder = new TextEncoder();
  return new Uint8Array([...encoder.encode(domain), ...salt, ...encoder.encode(text)]);
};
