import { type KeyObject, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { encodeSignedHead, type SignedHead } from './proof/signed-head.ts';
import { type Queryable, readLastSeal } from './seal-rows.ts';

type Head = Omit<SignedHead, 'signature'>;

/** Returns what a signed head states about the last seal, or null if nothing has been sealed yet. */
export const readHead = async (database: Queryable): Promise<Head | null> => {
  const seal = await readLastSeal(database);
  if (seal === null) return null;
  const { rows } = await database.query<{ id: string }>('select id from log.identity');
  return {
    logId: rows[0]?.id ?? '',
    seals: seal.number,
    lastPosition: seal.lastPosition,
    root: seal.chainedRoot.toString('hex'),
    sealedAt: seal.sealedAt,
  };
};

/** Adds the signature to a head. @param key an Ed25519 private key. */
export const withSignature = (head: Head, key: KeyObject): SignedHead => ({
  ...head,
  signature: sign(null, encodeSignedHead(head), key).toString('hex'),
});

/**
 * Signs the last seal. Publish the signed head where it cannot be withdrawn.
 * @param key an Ed25519 private key.
 * @throws when nothing has been sealed yet.
 */
export const signHead = async (database: Queryable, key: KeyObject): Promise<SignedHead> => {
  const head = await readHead(database);
  if (head === null) throw new Error('There is no head to sign, because nothing has been sealed yet.');
  return withSignature(head, key);
};

/**
 * Reads the signed heads in a file: one as JSON, or one per line, as the head signer writes them. A line that a crash left
 * incomplete is skipped. An empty file has no heads: the head signer creates the file before the first seal.
 */
export const readSignedHeads = (file: string): SignedHead[] => {
  const text = readFileSync(file, 'utf8');
  if (text.trim() === '') return [];
  const lines = text.split('\n');
  const isList = lines.some((line) => line.startsWith('{"'));
  return isList
    ? lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line))
    : [JSON.parse(text)];
};

/** Returns whether the signature was made with the private key of this Ed25519 public key. */
export const hasValidSignature = ({ signature, ...head }: SignedHead, key: KeyObject): boolean =>
  verify(null, encodeSignedHead(head), key, Buffer.from(signature, 'hex'));
