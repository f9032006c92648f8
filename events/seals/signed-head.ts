import { type KeyObject, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isBeginningOfObject, withoutZeroBytes } from '../line-files/incomplete-lines.ts';
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

/** The beginning of each line that the head signer writes. A head contains no nested object. */
const lineStart = '{"logId":"';

/**
 * Returns whether a crash or a full disk has left a line incomplete. After such a line, the file ends or contains a whole line; there
 * can be more incomplete lines in between.
 */
const isLeftByCrash = (lines: readonly string[], index: number): boolean => {
  if (!isBeginningOfObject(lines[index] ?? '', lineStart)) return false;
  const next = lines.slice(index + 1).find((line) => !isBeginningOfObject(line, lineStart));
  return next === undefined || next.endsWith('}');
};

const signedHead: z.ZodType<SignedHead> = z.object({
  logId: z.string(),
  seals: z.int(),
  lastPosition: z.int(),
  root: z.string(),
  sealedAt: z.int(),
  signature: z.string(),
});

/** Parses one signed head as JSON. @throws Error if the text is not one. */
export const parseSignedHead = (text: string): SignedHead => signedHead.parse(JSON.parse(text));

const parseLine = (line: string, number: number, file: string): SignedHead => {
  try {
    return parseSignedHead(line);
  } catch (error) {
    throw new Error(
      `Line ${number} of ${file} is not a signed head. Repair the file from a copy that you have published.`,
      { cause: error },
    );
  }
};

/**
 * Reads the signed heads in a file: one as JSON, or one per line, as the head signer writes them. A line that a crash or a
 * full disk left incomplete is skipped: it is the last one, or the head signer has added a whole line later. An empty file has no heads: the
 * head signer creates the file before the first seal.
 * @throws Error if any other line is not a signed head, because a skipped head would not be compared with the log.
 */
export const readSignedHeads = (file: string): SignedHead[] => {
  const text = readFileSync(file, 'utf8').trimStart();
  const lines = text.split('\n').map((line) => withoutZeroBytes(line.trim()));
  if (lines.every((line) => line === '')) return [];
  const isList = lines.some((line) => line.startsWith('{"'));
  if (!isList) {
    try {
      return [parseSignedHead(text)];
    } catch (error) {
      throw new Error(`${file} is not a signed head.`, { cause: error });
    }
  }
  return lines.flatMap((line, index) =>
    line === '' || isLeftByCrash(lines, index) ? [] : [parseLine(line, index + 1, file)],
  );
};

/** Returns whether the signature was made with the private key of this Ed25519 public key. */
export const hasValidSignature = ({ signature, ...head }: SignedHead, key: KeyObject): boolean =>
  verify(null, encodeSignedHead(head), key, Buffer.from(signature, 'hex'));
