/**
 * The head signer: signs the head of the log on a schedule. It is a process of its own, because the key must be where neither
 * the database's administrator nor a service can read it.
 *
 * - `node events/seals/sign-heads-main.ts` runs until SIGTERM. It prints each signed head as one line of JSON.
 * - `node events/seals/sign-heads-main.ts check` exits with 1 if the last success is older than SIGN_EVERY_MINUTES plus 5
 *   minutes.
 *
 * `DATABASE_URL`: the database, as a member of lyceum_signer. `SIGNING_KEY_FILE`: an Ed25519 private key (PKCS #8, PEM).
 * `HEADS_FILE`: the list of signed heads, to which lines are added. `SIGN_EVERY_MINUTES`: 1 to 1440, default 60.
 */
import { createPrivateKey } from 'node:crypto';
import { closeSync, futimesSync, openSync, readFileSync, statSync } from 'node:fs';
import { Pool } from 'pg';
import { pause } from '#concurrency/pause.ts';
import { readEnvironmentWithSecrets } from '#platform/secret-files.ts';
import { describeFailure } from '../log/describe-failure.ts';
import { signNextHead } from './sign-next-head.ts';

const minuteMs = 60_000;
/** How much later than planned the last success may be before the check fails. */
const overdueMs = 5 * minuteMs;

const readSettings = () => {
  const { DATABASE_URL, SIGNING_KEY_FILE, HEADS_FILE, SIGN_EVERY_MINUTES } = readEnvironmentWithSecrets(
    process.env,
  );
  if (!DATABASE_URL || !SIGNING_KEY_FILE || !HEADS_FILE)
    throw new Error('Set DATABASE_URL (as a member of lyceum_signer), SIGNING_KEY_FILE and HEADS_FILE.');
  const minutes = Number(SIGN_EVERY_MINUTES || 60);
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > 1440)
    throw new Error('SIGN_EVERY_MINUTES must be a whole number from 1 to 1440.');
  return {
    databaseUrl: DATABASE_URL,
    keyFile: SIGNING_KEY_FILE,
    file: HEADS_FILE,
    intervalMs: minutes * minuteMs,
  };
};
type Settings = ReturnType<typeof readSettings>;

/** Marks a successful run, even if there was no new head: the check reads the time at which the file was changed. */
const markSuccess = (file: string): void => {
  const descriptor = openSync(file, 'a', 0o644);
  const now = new Date();
  futimesSync(descriptor, now, now);
  closeSync(descriptor);
};

const run = async ({ databaseUrl, keyFile, file, intervalMs }: Settings): Promise<void> => {
  const key = createPrivateKey(readFileSync(keyFile));
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
  const database = new Pool({
    connectionString: databaseUrl,
    max: 1,
    connectionTimeoutMillis: 10_000,
    query_timeout: minuteMs,
    application_name: 'lyceum head signer',
  });
  database.on('error', (error) => process.stderr.write(`${error.message}\n`));
  while (!stopping.signal.aborted) {
    let waitMs = intervalMs;
    try {
      const head = await signNextHead({ database, key, file });
      if (head !== null) process.stdout.write(`${JSON.stringify(head)}\n`);
      markSuccess(file);
    } catch (error) {
      process.stderr.write(`No head was signed: ${describeFailure(error)}\n`);
      waitMs = Math.min(minuteMs, intervalMs);
    }
    await pause(waitMs, stopping.signal);
  }
  await database.end();
};

const check = ({ file, intervalMs }: Settings): void => {
  const age = Date.now() - statSync(file).mtimeMs;
  if (age > intervalMs + overdueMs)
    throw new Error(
      `The head signer last succeeded ${Math.round(age / minuteMs)} minutes ago. See its error output.`,
    );
};

try {
  const settings = readSettings();
  if (process.argv[2] === 'check') check(settings);
  else await run(settings);
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
}
