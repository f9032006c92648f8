import { readFileSync } from 'node:fs';
import { type BlockList, isIP } from 'node:net';
import { type ArchiveSettings, isLoopback, toArchiveSettings } from './archive-settings.ts';
import { type Environment, environment } from './environment.ts';
import { readSecretFiles } from './secret-files.ts';

export type Configuration = {
  isProduction: boolean;
  host: string;
  port: number;
  publicUrl: string | null;
  databaseUrl: string;
  /** The address of a streaming replica for reads, or else of the primary. */
  readDatabaseUrl: string;
  /** The address of the command-api, where the read-api records readings. Null: the read-api refuses GETs that must be recorded. */
  commandApiUrl: string | null;
  trustedProxies: BlockList;
  /** `open`: users choose any role when they register; `approval`: an Admin has to grant any role but Student. */
  roleSignup: 'open' | 'approval';
  /**
   * `required`: nobody can register until the identity provider has verified their e-mail address, and a user's address changes
   * only to a verified one.
   */
  emailVerification: 'required' | 'off';
  /** After how many minutes without input the client signs a user out; 0: never. */
  idleSignOutMinutes: number;
  /**
   * Names of hosts, in lower case. Users see a picture of another user only if it is on one of these hosts or on the school's own
   * site. If any hosts are named, browsers load pictures only from these hosts and from the school.
   */
  imageHosts: readonly string[];
  /** In lower case. Users with one of these verified e-mails become Admins; docs/environment.md says when this ends. */
  adminEmails: ReadonlySet<string>;
  /**
   * Commands per minute and user, on all nodes together; 0: no limit. An address may send ten times as many commands and thirty
   * times as many reads to each node.
   */
  rateLimitPerMinute: number;
  /** `required`: the command-api is not ready while the primary acknowledges without a synchronous standby. */
  synchronousStandby: 'required' | 'off';
  /** How long an append may take. */
  appendTimeoutMs: number;
  /** How much one person may append to the log per day. A limit that is null does not apply. */
  dailyBudget: { maxEvents: number | null; maxBytes: number | null };
  /** `/metrics` answers only requests that carry this token; null: all. */
  metricsToken: string | null;
  /** The folder of the built client, relative to the repository root. */
  clientFolder: string;
  /** The maximum number of open sockets per address on each node. High, because a whole school may share one address. */
  liveConnectionsPerAddress: number;
  firebase: {
    projectId: string;
    apiKey: string;
    authDomain: string;
    /** host:port of the Auth emulator, or null for real Firebase. */
    emulatorHost: string | null;
    /** The address at which browsers reach the emulator; services may use another. */
    emulatorUrl: string;
    /** Whether to ask Firebase if a sign-in was revoked, or its account disabled or deleted. Needs a service account. */
    shouldCheckRevoked: boolean;
    /** `required`: Admins who signed in without a second factor can only read what is public, and their own data. */
    adminSecondFactor: 'required' | 'off';
  };
  /** The file of the removal list, which the projector keeps outside the database; null: no list. */
  removalsFile: string | null;
  /** Where archived events are; null: this process cannot read them. */
  archive: ArchiveSettings | null;
  /** Encrypts the keys in the vault. Needed by services that read or write personal data in the log. */
  vaultMasterKey: Buffer | null;
  /** Earlier master keys that still encrypt some keys, during a change of the master key. */
  vaultPreviousMasterKeys: readonly Buffer[];
  /** Where traces are exported to (OTLP over HTTP), and the share of requests that are traced; null: no traces. */
  tracing: { endpoint: string; sampleRatio: number } | null;
  logLevel: string;
};

/** The environment is not valid. Each problem names a variable and says what to set. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The environment is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Returns whether the connections to a database stay on this machine. */
const isLocalDatabase = (url: URL): boolean => {
  const hosts = url.searchParams.getAll('host');
  // A second `host` would replace the first one.
  if (hosts.length > 1) return false;
  // An empty `host` does not replace the name in the address.
  const host = hosts[0] || url.hostname;
  return host === '' || host.startsWith('/') || isLoopback(host);
};

/** Returns the problems of a database's address: connections must be encrypted and verified, or stay on this machine. */
const findDatabaseProblems = (name: string, text: string | undefined, env: Environment): string[] => {
  if (text === undefined) return [];
  const url = URL.parse(text);
  if (url === null) return [`${name} must be an address like postgres://user@host/database.`];
  // A second `sslmode` could replace the first one.
  const modes = url.searchParams.getAll('sslmode');
  if (modes.length === 1 && modes[0] === 'verify-full') return [];
  if (!isLocalDatabase(url))
    return [
      `${name} needs sslmode=verify-full in production: add ?sslmode=verify-full&sslrootcert=FILE, with the certificate of the authority that signed the server's. Otherwise passwords and data can be read and changed in transit.`,
    ];
  if (env.DATABASE_TLS === 'off') return [];
  return [
    `${name} needs sslmode=verify-full in production, or DATABASE_TLS=off, because it names a socket or loopback.`,
  ];
};

/** The shortest network prefixes that are accepted. A larger network probably contains machines that are not proxies. */
const minTrustedBits = { ipv4: 24, ipv6: 64 };

const findProxyProblems = (trustedProxies: string): string[] =>
  trustedProxies
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => {
      const [address = '', bits] = entry.split('/');
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      return bits !== undefined && Number(bits) < minTrustedBits[family];
    })
    .map(
      (entry) =>
        `TRUSTED_PROXIES: ${entry} contains machines that are not your proxies. Each of them could choose the address under which its requests are counted. Name the addresses of the proxies, or a network that is not larger than a /24 (IPv6: /64).`,
    );

const findCredentialProblems = (file: string | undefined): string[] => {
  const purpose =
    'the key file of a service account of the Firebase project. Without it, removed users keep their identity, and revoked sign-ins stay valid.';
  if (file === undefined) return [`GOOGLE_APPLICATION_CREDENTIALS is required in production: ${purpose}`];
  try {
    JSON.parse(readFileSync(file, 'utf8'));
    return [];
  } catch (error) {
    return [
      `GOOGLE_APPLICATION_CREDENTIALS: ${file} cannot be read (${(error as Error).message}). It must be ${purpose}`,
    ];
  }
};

const findProductionProblems = (env: Environment, trustedProxies: string): string[] => {
  const problems: string[] = [];
  if (!env.PUBLIC_URL?.startsWith('https:'))
    problems.push(
      'PUBLIC_URL must be the https address of the product in production. Otherwise sign-ins can be read and changed in transit.',
    );
  problems.push(
    ...findDatabaseProblems('DATABASE_URL', env.DATABASE_URL, env),
    ...findDatabaseProblems('READ_DATABASE_URL', env.READ_DATABASE_URL, env),
    ...findProxyProblems(trustedProxies),
    ...findCredentialProblems(env.GOOGLE_APPLICATION_CREDENTIALS),
  );
  if (env.FIREBASE_AUTH_EMULATOR_HOST !== undefined)
    problems.push(
      'FIREBASE_AUTH_EMULATOR_HOST must not be set in production: the emulator accepts forged sign-ins.',
    );
  if (env.FIREBASE_PROJECT_ID === undefined) problems.push('FIREBASE_PROJECT_ID is required in production.');
  if (env.ROLE_SIGNUP === 'open' && env.ROLE_SIGNUP_OPEN_IN_PRODUCTION !== 'yes')
    problems.push(
      'ROLE_SIGNUP=open lets anybody become an Admin: set ROLE_SIGNUP=approval, or ROLE_SIGNUP_OPEN_IN_PRODUCTION=yes if you really want that.',
    );
  return problems;
};

/** Finds settings that need NODE_ENV, because they open the school to everybody. An operator may have forgotten NODE_ENV. */
const findDevelopmentProblems = (env: Environment): string[] => {
  if (env.NODE_ENV !== undefined) return [];
  const problems: string[] = [];
  if (env.FIREBASE_AUTH_EMULATOR_HOST !== undefined)
    problems.push(
      'FIREBASE_AUTH_EMULATOR_HOST needs NODE_ENV=development: the emulator accepts forged sign-ins.',
    );
  if (env.ROLE_SIGNUP === 'open')
    problems.push('ROLE_SIGNUP=open needs NODE_ENV=development: it lets anybody become an Admin.');
  return problems;
};

const findProblems = (env: Environment, trustedProxies: string): string[] => {
  const problems =
    env.NODE_ENV === 'production'
      ? findProductionProblems(env, trustedProxies)
      : findDevelopmentProblems(env);
  problems.push(...toArchiveSettings(env, { isProduction: env.NODE_ENV === 'production' }).problems);
  if (env.ADMIN_SECOND_FACTOR === 'required' && env.FIREBASE_AUTH_EMULATOR_HOST !== undefined)
    problems.push(
      'ADMIN_SECOND_FACTOR=required would keep every Admin out: nobody has a second factor at the Auth emulator.',
    );
  return problems;
};

/** Fills in the defaults of variables that are not set. */
const toConfiguration = (env: Environment): Configuration => {
  const isProduction = env.NODE_ENV === 'production';
  const projectId = env.FIREBASE_PROJECT_ID ?? 'demo-lyceum';
  return {
    isProduction,
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL ?? null,
    databaseUrl: env.DATABASE_URL,
    readDatabaseUrl: env.READ_DATABASE_URL ?? env.DATABASE_URL,
    commandApiUrl: env.COMMAND_API_URL ?? null,
    trustedProxies: env.TRUSTED_PROXIES,
    roleSignup: env.ROLE_SIGNUP ?? 'approval',
    emailVerification: env.EMAIL_VERIFICATION ?? (isProduction ? 'required' : 'off'),
    idleSignOutMinutes: env.IDLE_SIGN_OUT_MINUTES ?? 0,
    imageHosts: env.IMAGE_HOSTS,
    adminEmails: env.ADMIN_EMAILS,
    metricsToken: env.METRICS_TOKEN ?? null,
    synchronousStandby: env.SYNCHRONOUS_STANDBY ?? 'off',
    appendTimeoutMs: env.APPEND_TIMEOUT_MS ?? 2_000,
    // Outside production, scripts and people who try things out may send more.
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE ?? (isProduction ? 600 : 6_000),
    // A budget of 0 means no limit.
    dailyBudget: {
      maxEvents: (env.DAILY_EVENTS_PER_PERSON ?? (isProduction ? 2_000 : 20_000)) || null,
      maxBytes: Math.ceil((env.DAILY_MEGABYTES_PER_PERSON ?? (isProduction ? 10 : 100)) * 1_000_000) || null,
    },
    clientFolder: env.CLIENT_FOLDER ?? 'web/dist',
    liveConnectionsPerAddress: env.LIVE_CONNECTIONS_PER_ADDRESS ?? (isProduction ? 1_000 : 10_000),
    firebase: {
      projectId,
      apiKey: env.FIREBASE_API_KEY ?? 'demo-key',
      authDomain: env.FIREBASE_AUTH_DOMAIN ?? `${projectId}.firebaseapp.com`,
      emulatorHost: env.FIREBASE_AUTH_EMULATOR_HOST ?? null,
      emulatorUrl: env.AUTH_EMULATOR_URL ?? 'http://localhost:9099',
      shouldCheckRevoked: env.GOOGLE_APPLICATION_CREDENTIALS !== undefined,
      adminSecondFactor: env.ADMIN_SECOND_FACTOR ?? 'off',
    },
    removalsFile: env.REMOVALS_FILE ?? null,
    archive: toArchiveSettings(env).settings,
    vaultMasterKey: env.VAULT_MASTER_KEY ?? null,
    vaultPreviousMasterKeys: env.VAULT_PREVIOUS_MASTER_KEYS,
    tracing:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, sampleRatio: env.OTEL_TRACES_SAMPLER_ARG ?? 1 },
    logLevel: env.LOG_LEVEL,
  };
};

/**
 * Parses the environment variables of a process.
 * @throws {ConfigurationError} with all invalid values or, if there are none, all other problems; the service then does not start.
 */
export const parseConfiguration = (source: Record<string, string | undefined>): Configuration => {
  const secrets = readSecretFiles(source);
  const parsed = environment.safeParse(secrets.environment);
  if (!parsed.success || secrets.problems.length > 0)
    throw new ConfigurationError([
      ...secrets.problems,
      ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ]);
  const problems = findProblems(parsed.data, source.TRUSTED_PROXIES ?? '');
  if (problems.length > 0) throw new ConfigurationError(problems);
  return toConfiguration(parsed.data);
};

/**
 * Returns the master keys for `openVault`.
 * @throws {ConfigurationError} if no master key is configured.
 */
export const requireMasterKeys = (
  configuration: Pick<Configuration, 'vaultMasterKey' | 'vaultPreviousMasterKeys'>,
): { masterKey: Buffer; previousMasterKeys: readonly Buffer[] } => {
  if (configuration.vaultMasterKey === null)
    throw new ConfigurationError(['VAULT_MASTER_KEY is required: 32 random bytes, as hex or base64.']);
  return {
    masterKey: configuration.vaultMasterKey,
    previousMasterKeys: configuration.vaultPreviousMasterKeys,
  };
};

/**
 * Requires the file of the removal list in production.
 * @throws {ConfigurationError} if production has no `REMOVALS_FILE`.
 */
export const requireRemovalsFile = (
  configuration: Pick<Configuration, 'isProduction' | 'removalsFile'>,
): void => {
  if (configuration.isProduction && configuration.removalsFile === null)
    throw new ConfigurationError([
      'REMOVALS_FILE is required in production: a file outside the database and its backups. Without it, a restored backup brings removed users back.',
    ]);
};
