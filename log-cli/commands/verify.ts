import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SignedHead } from '#events/seals/proof/signed-head.ts';
import { isSigned } from '#events/seals/signed-head.ts';
import { type Verification, verify } from '#events/seals/verify.ts';
import type { Context } from '../place/context.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { type Progress, showProgress } from '../terminal/progress.ts';
import { misshapen } from './shapes.ts';

export type VerifyOptions = { against?: string[]; key?: string };

const readFile = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
};

const parseHead = (text: string, path: string): SignedHead => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path} is no signed head: log head makes one.`, { cause: error });
  }
};

const readHead = (path: string, key: string | undefined): SignedHead => {
  const head = parseHead(readFile(path), path);
  if (key !== undefined && !isSigned(head, createPublicKey(readFile(key))))
    throw new UsageError(`${path} was not signed with the key of ${key}.`);
  return head;
};

/** What does not fit first, as a sentence; null where everything does. */
const misfitOf = async (context: Context, { misfit }: Verification): Promise<string | null> => {
  if (misfit !== null) return `at position ${misfit.position} (${misfit.kind}): ${misfit.detail}`;
  const wrong = await misshapen(context);
  return wrong && `at position ${wrong.position}: ${wrong.why}`;
};

/**
 * Verifies everything that can be said of the log: positions, versions and times without gaps, every seal, the signed heads
 * that it must contain, and that each event has the shape of its kind.
 */
export const verifyLog = async (context: Context, options: VerifyOptions): Promise<ExitCode> => {
  const { pool, out, err, signal } = context;
  const heads = (options.against ?? []).map((path) => readHead(path, options.key));
  let progress: Progress | null = null;
  const onProgress = ({ position, head }: { position: number; head: number }) => {
    signal.throwIfAborted();
    progress ??= showProgress(err, head, 'events');
    progress.at(position);
    if (position === head) progress.end();
  };
  const found = await verify({ pool, heads, onProgress });
  const misfit = await misfitOf(context, found);
  if (misfit !== null) {
    out.write(`NO: ${misfit}\n`);
    return exitCodes.found;
  }
  const vouched = heads.length === 0 ? '' : ', and the signed heads vouch for them';
  out.write(
    `yes: ${found.events} events fit, under ${found.seals} seals${vouched}; ${found.unsealed} are not sealed yet.\n`,
  );
  if (found.root !== null) out.write(`The root of the history is ${found.root}.\n`);
  return exitCodes.well;
};
