import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SignedHead } from '#events/seals/proof/signed-head.ts';
import { hasValidSignature, parseSignedHead } from '#events/seals/signed-head.ts';
import { type Verification, verify } from '#events/seals/verify/verify.ts';
import type { ReaderContext } from '../log-access/reader-context.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { type Progress, showProgress } from '../terminal/progress.ts';
import { findSchemaViolation } from './find-schema-violation.ts';

type VerifyOptions = { against?: string[]; key?: string };

const readFile = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
};

const parseHead = (text: string, path: string): SignedHead => {
  try {
    return parseSignedHead(text);
  } catch (error) {
    throw new UsageError(`${path} is not a signed head. Create one with log head.`, { cause: error });
  }
};

const readKey = (path: string): KeyObject => {
  const text = readFile(path);
  try {
    return createPublicKey(text);
  } catch (error) {
    throw new UsageError(`${path} does not contain a public key in PEM format.`, { cause: error });
  }
};

const readHead = (path: string, key: string | undefined): SignedHead => {
  const head = parseHead(readFile(path), path);
  if (key !== undefined && !hasValidSignature(head, readKey(key)))
    throw new UsageError(`${path} was not signed with the key in ${key}.`);
  return head;
};

/** Returns a description of the first failure, or null if everything is valid. */
const findFirstFailure = async (
  context: ReaderContext,
  { failure }: Verification,
): Promise<string | null> => {
  if (failure !== null) return `at position ${failure.position} (${failure.kind}): ${failure.detail}`;
  const invalid = await findSchemaViolation(context);
  return invalid && `at position ${invalid.position}: ${invalid.violation}`;
};

/**
 * Verifies the whole log: positions, versions, times, every seal, the signed heads that it must contain, and the schema of
 * every event.
 */
export const verifyLog = async (context: ReaderContext, options: VerifyOptions): Promise<ExitCode> => {
  const { pool, archive, out, err, signal } = context;
  const heads = (options.against ?? []).map((path) => readHead(path, options.key));
  let progress: Progress | null = null;
  const onProgress = ({ position, head }: { position: number; head: number }) => {
    signal.throwIfAborted();
    progress ??= showProgress(err, head, 'events');
    progress.at(position);
  };
  const verification = await verify({ pool, archive, heads, onProgress }).finally(() => progress?.end());
  const failure = await findFirstFailure(context, verification);
  if (failure !== null) {
    out.write(`NO: ${failure}\n`);
    return exitCodes.negativeResult;
  }
  const { events, seals, unsealed, root } = verification;
  const contained = heads.length === 0 ? '' : ' and the log contains the signed heads';
  out.write(
    `yes: ${events} events and ${seals} seals are valid${contained}; ${unsealed} events are not sealed yet.\n`,
  );
  if (root !== null) out.write(`The root of the history is ${root}.\n`);
  return exitCodes.success;
};
