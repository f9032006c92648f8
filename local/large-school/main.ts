/**
 * `node local/large-school/main.ts` fills the school in the data folder of a running product (`DATA_DIR`, by default `.data`), or
 * the one at `DATABASE_URL` with `VAULT_MASTER_KEY`. It fails if the school already has other users or courses, or an archive. See fill-school.ts.
 */
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { openAppender } from '#events/log/append/appender.ts';
import { openVault } from '#events/vault/vault.ts';
import { longStatementTimeoutMs, openPool } from '#platform/postgres/pool.ts';
import { findPostgresServer } from '#platform/postgres-server/server.ts';
import { readEnvironmentWithSecrets } from '#platform/secret-files.ts';
import { findMasterKey } from '../data-folder/secrets.ts';
import { fillSchool, type LargeSchoolOptions } from './fill-school.ts';
import { requireEmptySchool } from './require-empty-school.ts';

const appendTimeoutMs = 60_000;

const parseCount = (text: string): number => {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('Give a whole number below ten million.');
  return Number(text);
};

/** Returns the URL of the database. @throws Error that says what to do if there is none. */
const findDatabase = async (givenUrl: string | undefined, dataFolder: string): Promise<string> => {
  const url = givenUrl || (await findPostgresServer(join(dataFolder, 'postgres')));
  if (!url)
    throw new Error(
      `No product is running on ${dataFolder}. Run npm start -- --empty first, or set DATA_DIR or DATABASE_URL.`,
    );
  return url;
};

const fill = async (options: LargeSchoolOptions) => {
  const environment = readEnvironmentWithSecrets(process.env);
  const dataFolder = resolve(environment.DATA_DIR || '.data');
  const connectionString = await findDatabase(environment.DATABASE_URL, dataFolder);
  const masterKey = findMasterKey(environment, dataFolder);
  if (masterKey === null)
    throw new Error('Set VAULT_MASTER_KEY to the key with which the database was created.');
  const pool = openPool({ connectionString, maxConnections: 4, statementTimeoutMs: longStatementTimeoutMs });
  const vault = openVault({ pool, masterKey });
  const appender = openAppender({
    ...{ connectionString, vault, role: 'lyceum_command', timeoutMs: appendTimeoutMs },
  });
  const startedAt = performance.now();
  const rate = (events: number) => Math.round((events / (performance.now() - startedAt)) * 1_000);
  try {
    await requireEmptySchool(pool);
    const { events, enrolments } = await fillSchool(appender, options, (soFar) =>
      process.stdout.write(`${soFar} events, ${rate(soFar)}/s\n`),
    );
    process.stdout.write(
      `The school has ${options.courses} courses and ${enrolments} enrolments. Appended ${events} events, ${rate(events)}/s.\n`,
    );
  } finally {
    await appender.close();
    await vault.close();
    await pool.end();
  }
};

await new Command('large-school')
  .description('Fills a school with many courses and enrolments, through the deciders and the log.')
  .option('--courses <count>', 'courses', parseCount, 10_000)
  .option('--students <count>', 'students', parseCount, 20_000)
  .option('--enrolments-per-student <count>', 'enrolments of each student', parseCount, 50)
  .option('--seed <number>', 'a different number gives a different school', parseCount, 1)
  .action(fill)
  .parseAsync();
