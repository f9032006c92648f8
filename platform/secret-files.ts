import { readFileSync } from 'node:fs';

type Environment = Record<string, string | undefined>;

/**
 * Secrets that may be in a file, which the variable `NAME_FILE` names. Other users of the machine can often see the
 * environment of a process.
 */
const secretNames = [
  'ARCHIVE_S3_SECRET_ACCESS_KEY',
  'DATABASE_PASSWORD',
  'METRICS_TOKEN',
  'VAULT_MASTER_KEY',
  'VAULT_PREVIOUS_MASTER_KEYS',
] as const;

/** Database addresses that `DATABASE_PASSWORD` completes. */
const databaseUrlNames = ['DATABASE_URL', 'READ_DATABASE_URL'] as const;

const completeUrl = (text: string, password: string): string | null => {
  const url = URL.parse(text);
  if (url === null || url.username === '') return null;
  if (url.password === '') url.password = encodeURIComponent(password);
  return url.href;
};

/**
 * Returns the environment with the secrets that are in files, and with the password in the addresses of databases.
 * @returns `problems`: each names a variable and says what to set.
 */
export const readSecretFiles = (source: Environment): { environment: Environment; problems: string[] } => {
  const environment = { ...source };
  const problems: string[] = [];
  for (const name of secretNames) {
    const file = source[`${name}_FILE`];
    if (!file) continue;
    if (source[name]) {
      problems.push(`${name} and ${name}_FILE are both set: remove one of them.`);
      continue;
    }
    try {
      environment[name] = readFileSync(file, 'utf8').trim();
      // A program may add its own settings to this environment and have it read again.
      delete environment[`${name}_FILE`];
    } catch (error) {
      problems.push(`${name}_FILE: ${file} cannot be read: ${(error as Error).message}.`);
    }
  }
  const { DATABASE_PASSWORD: password } = environment;
  if (password)
    for (const name of databaseUrlNames) {
      const givenUrl = environment[name];
      if (!givenUrl) continue;
      const url = completeUrl(givenUrl, password);
      if (url === null)
        problems.push(`${name}: DATABASE_PASSWORD needs an address like postgres://user@host/database.`);
      else environment[name] = url;
    }
  return { environment, problems };
};

/**
 * Returns the environment of a program with the secrets that are in files.
 * @throws Error that names each problem.
 */
export const readEnvironmentWithSecrets = (source: Environment): Environment => {
  const { environment, problems } = readSecretFiles(source);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return environment;
};
