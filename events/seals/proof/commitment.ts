/**
 * A commitment to a personal text: the event holds the text encrypted, and this hash in clear, so the seal holds both
 * fast. Whoever is shown the text and the salt sees that it is what was sealed. The salt is encrypted with the
 * text under the person's key: once that is destroyed the hash says nothing, not even to one who tries every name.
 */
const domain = 'lyceum commitment 1\n';
export const saltLength = 32;

/**
 * The bytes whose SHA-256 is the commitment.
 * @param salt of 32 random bytes.
 * @throws RangeError for a salt of another length.
 */
export const commitmentBytes = (salt: Uint8Array, text: string): Uint8Array<ArrayBuffer> => {
  if (salt.length !== saltLength) throw new RangeError(`A salt has ${saltLength} bytes.`);
  const encoder = new TextEncoder();
  return new Uint8Array([...encoder.encode(domain), ...salt, ...encoder.encode(text)]);
};
