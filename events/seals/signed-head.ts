import { type KeyObject, sign, verify } from 'node:crypto';
import { type SignedHead, signedHeadBytes } from './proof/signed-head.ts';
import { type Queryable, readLastSeal } from './seal-rows.ts';

/**
 * Signs the last seal. Publish the signed head where it cannot be withdrawn.
 * @param key an Ed25519 private key.
 * @throws when nothing has been sealed yet.
 */
export const signHead = async (database: Queryable, key: KeyObject): Promise<SignedHead> => {
  const seal = await readLastSeal(database);
  if (seal === null) throw new Error('There is no head to sign, because nothing has been sealed yet.');
  const { rows } = await database.query<{ id: string }>('select id from log.identity');
  const head = {
    logId: rows[0]?.id ?? '',
    seals: seal.number,
    lastPosition: seal.lastPosition,
    root: seal.chainedRoot.toString('hex'),
    sealedAt: seal.sealedAt,
  };
  return { ...head, signature: sign(null, signedHeadBytes(head), key).toString('hex') };
};

/** Returns whether the signature was made with the private key of this Ed25519 public key. */
export const hasValidSignature = ({ signature, ...head }: SignedHead, key: KeyObject): boolean =>
  verify(null, signedHeadBytes(head), key, Buffer.from(signature, 'hex'));
