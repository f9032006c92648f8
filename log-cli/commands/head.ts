import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { signHead } from '#events/seals/signed-head.ts';
import type { Context } from '../place/context.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';

const keyOf = (path: string): KeyObject => {
  try {
    const key = createPrivateKey(readFileSync(path));
    if (key.asymmetricKeyType === 'ed25519') return key;
    throw new Error(`it is of the kind ${key.asymmetricKeyType}`);
  } catch (error) {
    throw new UsageError(
      `${path} is no private Ed25519 key (${(error as Error).message}). Make one: openssl genpkey -algorithm ed25519 -out ${path}`,
      { cause: error },
    );
  }
};

/** Prints the signed head of the log as JSON, to be published where nobody can take it back. */
export const head = async ({ pool, out }: Context, options: { key: string }): Promise<ExitCode> => {
  const signed = await signHead(pool, keyOf(options.key));
  out.write(`${JSON.stringify(signed, null, 2)}\n`);
  return exitCodes.well;
};
