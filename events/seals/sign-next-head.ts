import { createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendLines } from '../line-files/append-lines.ts';
import { sha256 } from './merkle.ts';
import { isConsistent } from './proof/merkle-path.ts';
import type { SignedHead } from './proof/signed-head.ts';
import { proveConsistency } from './prove.ts';
import type { Queryable } from './seal-rows.ts';
import { hasValidSignature, readHead, readSignedHeads, withSignature } from './signed-head.ts';

/**
 * Returns whether the seals of the log begin with those that the signed head covers. The proof uses the root in the signed head,
 * because the one in the database may be forged.
 */
const isContinuation = async (
  database: Queryable,
  signed: SignedHead,
  head: { seals: number; root: string },
): Promise<boolean> => {
  if (head.seals < signed.seals) return false;
  if (head.seals === signed.seals) return head.root === signed.root;
  const proof = await proveConsistency(database, signed.seals, head.seals);
  return isConsistent(sha256, { ...proof, olderRoot: Buffer.from(signed.root, 'hex') });
};

/**
 * Signs the head of the log, if there are new seals since the last signed head in the file, and appends the signed head to the file. If the file
 * has signed heads, the new head is signed only if the log continues the last of them. So a log that was rewritten and sealed again gets
 * no signature.
 * @param options.database a connection as a role that may read the seals (lyceum_signer).
 * @param options.key an Ed25519 private key.
 * @param options.file the path of a file of signed heads as JSON, one per line.
 * @returns the new signed head; null if nothing new has been sealed.
 * @throws Error if the log does not continue the last signed head, or the file belongs to a different key or log. Nothing
 * is signed then.
 */
export const signNextHead = async ({
  database,
  key,
  file,
}: {
  database: Queryable;
  key: KeyObject;
  file: string;
}): Promise<SignedHead | null> => {
  const signed = existsSync(file) ? readSignedHeads(file).at(-1) : undefined;
  const head = await readHead(database);
  if (signed !== undefined) {
    if (!hasValidSignature(signed, createPublicKey(key)))
      throw new Error(
        `The last head in ${file} was not signed with this key. If you have changed the key, rename the file and keep it: the head signer then starts a new file.`,
      );
    if (head !== null && head.logId !== signed.logId)
      throw new Error(`${file} belongs to another log. Give each log a file of its own (HEADS_FILE).`);
    if (head === null || !(await isContinuation(database, signed, head)))
      throw new Error(
        `The log does not continue the head that was signed at seal ${signed.seals} (position ${signed.lastPosition}): it was rewritten or cut. Verify the log with the heads in ${file}: docs/production.md#the-head-signer has the command. If you have restored a backup, rename the file and keep it: the head signer then starts a new file.`,
      );
  }
  if (head === null || head.seals === signed?.seals) return null;
  const next = withSignature(head, key);
  await appendLines(file, [JSON.stringify(next)], 0o644);
  return next;
};
