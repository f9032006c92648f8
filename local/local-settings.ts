import { resolve } from 'node:path';
import { z } from 'zod';
import { defaultPasswordPolicy, type PasswordPolicy, passwordCharacters } from '#contract/password-policy.ts';
import { commaSeparated } from '#platform/environment.ts';

const port = (name: string) =>
  z.coerce
    .number({ error: `${name} must be a port number.` })
    .int({ error: `${name} must be a port from 1 to 65535.` })
    .min(1, { error: `${name} must be a port from 1 to 65535.` })
    .max(65_535, { error: `${name} must be a port from 1 to 65535.` });

const { minLength: minPasswordLength } = defaultPasswordPolicy;
const lengthError = `PASSWORD_MIN_LENGTH must be a number from ${minPasswordLength} to 128.`;

const environment = z.object({
  PORT: port('PORT').default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  AUTH_EMULATOR_PORT: port('AUTH_EMULATOR_PORT').default(9099),
  DATA_DIR: z.string().default('.data'),
  REMOVALS_FILE: z.string().optional(),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'DATABASE_URL must look like postgres://user:password@host/database.',
    })
    .optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'PUBLIC_URL must be an http or https address.' })
    .optional(),
  PASSWORD_MIN_LENGTH: z.coerce
    .number({ error: lengthError })
    .int({ error: lengthError })
    .min(minPasswordLength, { error: lengthError })
    .max(128, { error: lengthError })
    .default(minPasswordLength),
  PASSWORD_NEEDS: commaSeparated.pipe(
    z.array(
      z.enum(passwordCharacters, {
        error: `PASSWORD_NEEDS must be a list of ${passwordCharacters.join(', ')}, separated by commas.`,
      }),
    ),
  ),
});

export type LocalSettings = {
  host: string;
  port: number;
  emulatorPort: number;
  /** An absolute path. */
  dataFolder: string;
  /** The removal list. By default it is outside the data folder, so that restoring a copy of the folder does not restore an older list. */
  removalsFile: string;
  /** The PostgreSQL to use; null for the embedded one. */
  databaseUrl: string | null;
  /** The address at which users reach the product. */
  address: string;
  /** The rules that new passwords must meet. */
  passwordPolicy: PasswordPolicy;
  /** Whether the first start creates the demo school. */
  hasDemoSchool: boolean;
};

/** Returns whether only this machine can reach the address. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\./.test(host);

/** Returns the host name for a browser on this machine, even if the server listens on all addresses. */
const browsableHost = (host: string): string => {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};

/**
 * Reads the settings from the environment and the arguments (`--empty`). Empty values count as not set.
 * @throws Error that names the invalid settings or arguments, and what is expected.
 */
export const readSettings = (
  source: Record<string, string | undefined>,
  args: readonly string[],
): LocalSettings => {
  const unknown = args.filter((arg) => arg !== '--empty');
  if (unknown.length > 0)
    throw new Error(
      `Unknown argument: ${unknown.join(' ')}. The only argument is --empty: npm start -- --empty`,
    );
  const setVariables = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(setVariables);
  if (!parsed.success) throw new Error(parsed.error.issues.map((issue) => issue.message).join('\n'));
  const env = parsed.data;
  if (env.PORT === env.AUTH_EMULATOR_PORT)
    throw new Error(`PORT and AUTH_EMULATOR_PORT are both ${env.PORT}: set one of them to another port.`);
  return {
    host: env.HOST,
    port: env.PORT,
    emulatorPort: env.AUTH_EMULATOR_PORT,
    dataFolder: resolve(env.DATA_DIR),
    removalsFile: resolve(env.REMOVALS_FILE ?? `${resolve(env.DATA_DIR)}.removals`),
    databaseUrl: env.DATABASE_URL ?? null,
    address: (env.PUBLIC_URL ?? `http://${browsableHost(env.HOST)}:${env.PORT}`).replace(/\/$/, ''),
    passwordPolicy: {
      ...defaultPasswordPolicy,
      minLength: env.PASSWORD_MIN_LENGTH,
      needs: passwordCharacters.filter((character) => env.PASSWORD_NEEDS.includes(character)),
    },
    hasDemoSchool: !args.includes('--empty'),
  };
};
