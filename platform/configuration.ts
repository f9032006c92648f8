import { BlockList, isIP } from 'node:net';
import { z } from 'zod';

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  );

/** An empty value in an environment (`PUBLIC_URL=`) means the same as none. */
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const port = z.coerce.number().int().min(0).max(65_535);

const parseTrustedProxies = (entries: string[], context: z.RefinementCtx): BlockList => {
  const trusted = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address);
    const size = bits === undefined ? null : Number(bits);
    const most = family === 6 ? 128 : 32;
    if (family === 0 || (size !== null && !(Number.isInteger(size) && size >= 0 && size <= most))) {
      context.addIssue({ code: 'custom', message: `"${entry}" is neither an address nor a network.` });
      continue;
    }
    if (size === null) trusted.addAddress(address, family === 6 ? 'ipv6' : 'ipv4');
    else trusted.addSubnet(address, size, family === 6 ? 'ipv6' : 'ipv4');
  }
  return trusted;
};

const parseMasterKey = (text: string, context: z.RefinementCtx): Buffer => {
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (key.length !== 32) context.addIssue({ code: 'custom', message: 'must be 32 bytes, as hex or base64.' });
  return key;
};

const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).catch('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(8080),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/ })),
  DATABASE_URL: z.string({ error: 'is required: the address of the PostgreSQL database.' }),
  READ_DATABASE_URL: optional(z.string()),
  COMMAND_API_URL: optional(z.url({ protocol: /^https?$/ })),
  TRUSTED_PROXIES: list.transform(parseTrustedProxies),
  ROLE_SIGNUP: optional(z.enum(['open', 'approval'])),
  ROLE_SIGNUP_OPEN_IN_PRODUCTION: optional(z.enum(['yes', 'no'])),
  ADMIN_EMAILS: list.transform(
    (emails) => new Set(emails.map((email) => email.normalize('NFC').toLowerCase())),
  ),
  RATE_LIMIT_PER_MINUTE: optional(z.coerce.number().int().min(0)),
  FIREBASE_PROJECT_ID: optional(z.string()),
  FIREBASE_API_KEY: optional(z.string()),
  FIREBASE_AUTH_DOMAIN: optional(z.string()),
  FIREBASE_AUTH_EMULATOR_HOST: optional(z.string()),
  AUTH_EMULATOR_URL: optional(z.url({ protocol: /^https?$/ })),
  CLIENT_FOLDER: optional(z.string()),
  LIVE_CONNECTIONS_PER_ADDRESS: optional(z.coerce.number().int().min(1)),
  GOOGLE_APPLICATION_CREDENTIALS: optional(z.string()),
  VAULT_MASTER_KEY: optional(z.string().transform(parseMasterKey)),
  VAULT_PREVIOUS_MASTER_KEYS: list.transform((keys, context) =>
    keys.map((key) => parseMasterKey(key, context)),
  ),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Configuration = {
  production: boolean;
  host: string;
  port: number;
  publicUrl: string | null;
  databaseUrl: string;
  /** A streaming replica for reads, or the primary. */
  readDatabaseUrl: string;
  /** Where the read-api records what an Admin reads of others, by a command; null: it cannot, and refuses. */
  commandApiUrl: string | null;
  trustedProxies: BlockList;
  /** `open`: a role is chosen freely; `approval`: the wish waits for an Admin. */
  roleSignup: 'open' | 'approval';
  /** In lower case; verified e-mails only become Admins by it. */
  adminEmails: ReadonlySet<string>;
  /** Calls a minute by a person (an address may make ten times as many); 0: no limit. */
  rateLimitPerMinute: number;
  /** The built client, from the repository's root. */
  clientFolder: string;
  /** Open sockets from one address: generous, for a school behind one router. */
  liveConnectionsPerAddress: number;
  firebase: {
    projectId: string;
    apiKey: string;
    authDomain: string;
    /** host:port of the Auth emulator, or null for real Firebase. */
    emulatorHost: string | null;
    /** Where a browser reaches the emulator, which need not be where the services do. */
    emulatorUrl: string;
    /** Whether a new token is looked up at Firebase (revoked, disabled): possible with a service account. */
    checkRevoked: boolean;
  };
  /** Wraps the keys of persons; the services that write or read personal data need it. */
  vaultMasterKey: Buffer | null;
  /** Older master keys that still wrap some keys of persons, while one takes over from another. */
  vaultPreviousMasterKeys: readonly Buffer[];
  logLevel: string;
};

/** The environment does not make sense: each complaint names a variable and says what to set. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
  readonly complaints: readonly string[];
  constructor(complaints: readonly string[]) {
    super(`The environment is not valid:\n${complaints.map((complaint) => `  - ${complaint}`).join('\n')}`);
    this.complaints = complaints;
  }
}

const productionComplaints = (env: z.infer<typeof environment>): string[] => [
  ...(env.FIREBASE_AUTH_EMULATOR_HOST === undefined
    ? []
    : ['FIREBASE_AUTH_EMULATOR_HOST must not be set in production: the emulator accepts forged sign-ins.']),
  ...(env.FIREBASE_PROJECT_ID === undefined ? ['FIREBASE_PROJECT_ID is required in production.'] : []),
  ...(env.ROLE_SIGNUP === 'open' && env.ROLE_SIGNUP_OPEN_IN_PRODUCTION !== 'yes'
    ? [
        'ROLE_SIGNUP=open lets anybody become an Admin: set ROLE_SIGNUP=approval, or ROLE_SIGNUP_OPEN_IN_PRODUCTION=yes if that is really meant.',
      ]
    : []),
];

/**
 * Reads the environment once, at the start of a process.
 * @throws {ConfigurationError} with all complaints at once; a service does not start then.
 */
export const parseConfiguration = (source: Record<string, string | undefined>): Configuration => {
  const parsed = environment.safeParse(source);
  if (!parsed.success)
    throw new ConfigurationError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    );
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  const complaints = production ? productionComplaints(env) : [];
  if (complaints.length > 0) throw new ConfigurationError(complaints);
  const projectId = env.FIREBASE_PROJECT_ID ?? 'demo-lyceum';
  return {
    production,
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL ?? null,
    databaseUrl: env.DATABASE_URL,
    readDatabaseUrl: env.READ_DATABASE_URL ?? env.DATABASE_URL,
    commandApiUrl: env.COMMAND_API_URL ?? null,
    trustedProxies: env.TRUSTED_PROXIES,
    roleSignup: env.ROLE_SIGNUP ?? (production ? 'approval' : 'open'),
    adminEmails: env.ADMIN_EMAILS,
    // On one machine a person who tries things out, or a script, may go faster.
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE ?? (production ? 600 : 6_000),
    clientFolder: env.CLIENT_FOLDER ?? 'web/dist',
    liveConnectionsPerAddress: env.LIVE_CONNECTIONS_PER_ADDRESS ?? (production ? 1_000 : 10_000),
    firebase: {
      projectId,
      apiKey: env.FIREBASE_API_KEY ?? 'demo-key',
      authDomain: env.FIREBASE_AUTH_DOMAIN ?? `${projectId}.firebaseapp.com`,
      emulatorHost: env.FIREBASE_AUTH_EMULATOR_HOST ?? null,
      emulatorUrl: env.AUTH_EMULATOR_URL ?? 'http://localhost:9099',
      checkRevoked: env.GOOGLE_APPLICATION_CREDENTIALS !== undefined,
    },
    vaultMasterKey: env.VAULT_MASTER_KEY ?? null,
    vaultPreviousMasterKeys: env.VAULT_PREVIOUS_MASTER_KEYS,
    logLevel: env.LOG_LEVEL,
  };
};

/**
 * The master keys, as `openVault` takes them.
 * @throws {ConfigurationError} when the service cannot work without the key and it was not given.
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
