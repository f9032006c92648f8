import { createCipheriv, createDecipheriv, type KeyObject, randomFillSync } from 'node:crypto';

/**
 * A box: AES-256-GCM over bytes, laid out as nonce (12 bytes), ciphertext, tag (16 bytes). Nonces are random: 96
 * bits under a key of one person's own are far from ever meeting twice.
 *
 * Keys are KeyObjects: finding out what else a key may be takes Node 24 longer than the encryption (boxes of 90 bytes
 * opened in a second: 42,000 with a Buffer, 200,000 with a KeyObject made on the spot, 300,000 with one that is kept).
 */
const nonceLength = 12;
const tagLength = 16;

// One call of the system's generator fills nonces for many boxes: a call for each costs more than the encryption.
const noncePool = Buffer.alloc(nonceLength * 512);
let nonceOffset = noncePool.length;
const nextNonce = (): Buffer => {
  if (nonceOffset === noncePool.length) {
    randomFillSync(noncePool);
    nonceOffset = 0;
  }
  nonceOffset += nonceLength;
  return noncePool.subarray(nonceOffset - nonceLength, nonceOffset);
};

/**
 * @param key of 32 bytes.
 * @param context authenticated with the content: a box moved to another place cannot be opened there.
 */
export const sealBox = (key: KeyObject, content: string | Buffer, context: string): Buffer => {
  const nonce = nextNonce();
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(context));
  const body = typeof content === 'string' ? cipher.update(content, 'utf8') : cipher.update(content);
  cipher.final();
  return Buffer.concat([nonce, body, cipher.getAuthTag()], nonceLength + body.length + tagLength);
};

/** @throws when the key or the context is another one, or a byte was changed. */
export const openBox = (key: KeyObject, box: Buffer, context: string): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, nonceLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(box.subarray(box.length - tagLength));
  const content = decipher.update(box.subarray(nonceLength, box.length - tagLength));
  decipher.final();
  return content;
};
