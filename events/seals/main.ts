/**
 * The seals, from a terminal; `DATABASE_URL` says which database (a role that may read the log):
 *
 *   npx node events/seals/main.ts verify [signed-head.json …]   exit code 1 and the first misfit when something does not fit
 *   npx node events/seals/main.ts sign private-key.pem          a signed head as JSON; the key is Ed25519, PKCS #8
 *   npx node events/seals/main.ts prove POSITION [SEALS]        the proof of one event as JSON
 *   npx node events/seals/main.ts check FILE [signed-head.json] a saved proof, or a certificate's; needs no database
 *
 * `VERIFYING_KEY` (path of an Ed25519 public key, PEM): signed heads whose signature is not its owner's are refused.
 */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Pool } from 'pg';
import { checkSavedProof } from './check-saved-proof.ts';
import type { SignedHead } from './proof/signed-head.ts';
import { proveEvent } from './prove.ts';
import { hasValidSignature, signHead } from './signed-head.ts';
import { verify } from './verify/verify.ts';

const print = (what: unknown) => process.stdout.write(`${JSON.stringify(what, null, 2)}\n`);

const readHead = (path: string): SignedHead => {
  const head: SignedHead = JSON.parse(readFileSync(path, 'utf8'));
  const key = process.env.VERIFYING_KEY;
  if (key && !hasValidSignature(head, createPublicKey(readFileSync(key))))
    throw new Error(`${path} was not signed with the key of ${key}.`);
  return head;
};

const commands: Record<string, (pool: Pool, ...args: string[]) => Promise<boolean>> = {
  verify: async (pool, ...heads) => {
    const onProgress = ({ position, head }: { position: number; head: number }) => {
      if (process.stderr.isTTY) process.stderr.write(`\rposition ${position} of ${head} `);
    };
    const verification = await verify({ pool, heads: heads.map(readHead), onProgress });
    print(verification);
    return verification.failure === null;
  },
  sign: async (pool, keyPath = '') => {
    print(await signHead(pool, createPrivateKey(readFileSync(keyPath))));
    return true;
  },
  prove: async (pool, given = '', seals) => {
    const position = Number(given);
    if (!Number.isSafeInteger(position) || position < 1)
      throw new Error(`'${given}' is not a position: a whole number from 1 on.`);
    const proof = await proveEvent(pool, position, seals === undefined ? undefined : Number(seals));
    if (proof === null) throw new Error(`Position ${position} is not sealed, or not yet.`);
    print(proof);
    return true;
  },
};

const check = async (file = '', head?: string): Promise<boolean> => {
  const { holds, found } = await checkSavedProof(
    JSON.parse(readFileSync(file, 'utf8')),
    head ? readHead(head) : null,
  );
  process.stdout.write(`${found.join('\n')}\n`);
  return holds;
};

const withDatabase = async (work: (pool: Pool) => Promise<boolean>, connectionString: string) => {
  const pool = new Pool({ connectionString });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
};

const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];
const connectionString = process.env.DATABASE_URL;
try {
  if (name === 'check') process.exitCode = (await check(...args)) ? 0 : 1;
  else if (command !== undefined && connectionString)
    process.exitCode = (await withDatabase((pool) => command(pool, ...args), connectionString)) ? 0 : 1;
  else {
    process.stderr.write(
      'Set DATABASE_URL and say one of: verify [HEAD …], sign KEY, prove POSITION [SEALS]; or check FILE [HEAD], without it.\n',
    );
    process.exitCode = 2;
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
