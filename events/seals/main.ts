/**
 * Command-line program for seals. `DATABASE_URL` selects the database (as a role that may read the log):
 *
 * - `npx node events/seals/main.ts verify [signed-head.json …]` verifies the log, and compares it with the signed heads in these files. It
 *   prints a result as JSON, with the first failure and the number of signed heads, and exits with 1 if there is a failure.
 * - `npx node events/seals/main.ts sign private-key.pem` prints a signed head as JSON. The key is Ed25519, PKCS #8.
 * - `npx node events/seals/main.ts prove POSITION [SEALS]` prints the proof of one event as JSON. It leads to the root of the first SEALS
 *   seals (default: all), for example those of a signed head.
 * - `npx node events/seals/main.ts check FILE [signed-head.json]` checks a saved proof of an event or certificate, without a
 *   database.
 *
 * `ARCHIVE_URL` and its companions (docs/environment.md): needed to verify a log with archived events, and to prove one of these events.
 *
 * `VERIFYING_KEY` (path of an Ed25519 public key, PEM): signed heads that another key signed are rejected.
 */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Pool } from 'pg';
import { readArchiveSettings } from '#platform/archive-settings.ts';
import { readEnvironmentWithSecrets } from '#platform/secret-files.ts';
import type { Archive } from '../archive/archive.ts';
import { createConfiguredArchive } from '../archive/create-configured-archive.ts';
import { describeFailure } from '../log/describe-failure.ts';
import { checkSavedProof } from './check-saved-proof.ts';
import type { SignedHead } from './proof/signed-head.ts';
import { proveEvent } from './prove.ts';
import { hasValidSignature, readSignedHeads, signHead } from './signed-head.ts';
import { verify } from './verify/verify.ts';

const print = (value: unknown) => process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);

/**
 * Reads the signed heads in a file, and checks their signatures if `VERIFYING_KEY` is set.
 * @throws Error if a signature is not valid, or if there is no head, because then nothing would be compared.
 */
const readHeads = (path: string): SignedHead[] => {
  const heads = readSignedHeads(path);
  if (heads.length === 0) throw new Error(`${path} contains no signed head.`);
  const file = process.env.VERIFYING_KEY;
  const key = file ? createPublicKey(readFileSync(file)) : null;
  if (key && !heads.every((head) => hasValidSignature(head, key)))
    throw new Error(`${path} was not signed with the key of ${file}.`);
  return heads;
};

/** @throws Error that says what `text` should be, if it is not a positive integer. */
const parsePositiveInteger = (text: string, meaning: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new Error(`'${text}' is not ${meaning}. Give an integer of at least 1.`);
  return value;
};

type Source = { pool: Pool; archive: Archive | null };

const databaseCommands: Record<string, (source: Source, ...args: string[]) => Promise<boolean>> = {
  verify: async ({ pool, archive }, ...paths) => {
    const heads = paths.flatMap(readHeads);
    const onProgress = ({ position, head }: { position: number; head: number }) => {
      if (process.stderr.isTTY) process.stderr.write(`\rposition ${position} of ${head} `);
    };
    const { failure, ...counts } = await verify({ pool, archive, heads, onProgress });
    // Scripts read this JSON, so its first key keeps the name that it had in version 0.1.0.
    print({ misfit: failure, ...counts, heads: heads.length });
    return failure === null;
  },
  sign: async ({ pool }, keyPath = '') => {
    print(await signHead(pool, createPrivateKey(readFileSync(keyPath))));
    return true;
  },
  prove: async ({ pool, archive }, positionText = '', sealsText) => {
    const position = parsePositiveInteger(positionText, 'a position');
    const seals = sealsText === undefined ? undefined : parsePositiveInteger(sealsText, 'a number of seals');
    const proof = await proveEvent({ database: pool, archive }, position, seals);
    if (proof === null) throw new Error(`Position ${position} is not sealed yet.`);
    print(proof);
    return true;
  },
};

const check = async (file = '', head?: string): Promise<boolean> => {
  const { isValid, sentences } = await checkSavedProof(
    JSON.parse(readFileSync(file, 'utf8')),
    head ? (readHeads(head).at(-1) ?? null) : null,
  );
  process.stdout.write(`${sentences.join('\n')}\n`);
  return isValid;
};

const withDatabase = async (work: (pool: Pool) => Promise<boolean>, connectionString: string) => {
  const pool = new Pool({ connectionString });
  // Without a listener, a connection that is lost while idle would end the process. The pool replaces it.
  pool.on('error', () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
};

const [name = '', ...args] = process.argv.slice(2);
const command = databaseCommands[name];
const lacksFile = ['sign', 'check'].includes(name) && !args[0];
try {
  const environment = readEnvironmentWithSecrets(process.env);
  const { DATABASE_URL: connectionString } = environment;
  if (name === 'check' && !lacksFile) process.exitCode = (await check(...args)) ? 0 : 1;
  else if (command !== undefined && connectionString && !lacksFile) {
    const archive = createConfiguredArchive(readArchiveSettings(environment));
    const run = (pool: Pool) => command({ pool, archive }, ...args);
    process.exitCode = (await withDatabase(run, connectionString)) ? 0 : 1;
  } else {
    process.stderr.write(
      'Usage: verify [HEAD …], sign KEY or prove POSITION [SEALS], with DATABASE_URL set; or check FILE [HEAD], without a database.\n',
    );
    process.exitCode = 2;
  }
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
}
