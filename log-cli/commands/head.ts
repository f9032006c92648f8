import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { signHead } from '#events/seals/signed-head.ts';
import type { DatabaseContext } from '../log-access/database-context.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';

const readPrivateKey = (path: string): KeyObject => {
  try {
    const key = createPrivateKey(readFileSync(path));
    if (key.asymmetricKeyType === 'ed25519') return key;
    throw new Error(`its type is ${key.asymmetricKeyType}`);
  } catch (error) {
    throw new UsageError(
      `${path} is not a private Ed25519 key (${(error as Error).message}). Create one: openssl genpkey -algorithm ed25519 -out ${path}`,
      { cause: error },
    );
  }
};

/** Prints the signed head of the log as JSON, to be published where it cannot be withdrawn. */
export const head = async ({ pool, out }: DatabaseContext, options: { key: string }): Promise<ExitCode> => {
  const signed = await signHead(pool, readPrivateKey(options.key));
  out.write(`${JSON.stringify(signed, null, 2)}\n`);
  return exitCodes.success;
};
