import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { archiveVariables, emptyToUndefined, optionalVariable } from './archive-settings.ts';
import { logLevels } from './logging.ts';

/** A variable with several values, separated by commas; none by default. */
export const commaSeparated = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  );

const port = z.coerce.number().int().min(0).max(65_535);

const parseTrustedProxies = (entries: string[], context: z.RefinementCtx): BlockList => {
  const trusted = new BlockList();
  for (const entry of entries) {
    const [address = '', bits, ...rest] = entry.split('/');
    const family = isIP(address);
    const prefixBits = bits === undefined ? null : Number(bits);
    const maxBits = family === 6 ? 128 : 32;
    // The digits are checked too, because `Number('')` is 0: the prefix of the network that contains all addresses.
    const isPrefixValid = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= maxBits);
    if (family === 0 || !isPrefixValid || rest.length > 0) {
      context.addIssue({ code: 'custom', message: `"${entry}" is neither an address nor a network.` });
      continue;
    }
    if (prefixBits === null) trusted.addAddress(address, family === 6 ? 'ipv6' : 'ipv4');
    else trusted.addSubnet(address, prefixBits, family === 6 ? 'ipv6' : 'ipv4');
  }
  return trusted;
};

const parseKeyBytes = (text: string, context: z.RefinementCtx): Buffer => {
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (key.length !== 32) context.addIssue({ code: 'custom', message: 'must be 32 bytes, as hex or base64.' });
  return key;
};

/** The schema that parses the environment variables of the services. docs/environment.md explains the variables. */
export const environment = z.object({
  NODE_ENV: optionalVariable(
    z.enum(['development', 'production', 'test'], {
      error:
        'must be production, development or test. Another word would run without the checks of production.',
    }),
  ),
  HOST: z.preprocess(emptyToUndefined, z.string().default('127.0.0.1')),
  PORT: z.preprocess(emptyToUndefined, port.default(8080)),
  PUBLIC_URL: optionalVariable(z.url({ protocol: /^https?$/ })),
  DATABASE_URL: z.preprocess(
    emptyToUndefined,
    z.string({ error: 'is required: the address of the PostgreSQL database.' }),
  ),
  READ_DATABASE_URL: optionalVariable(z.string()),
  DATABASE_TLS: optionalVariable(
    z.enum(['off'], {
      error: 'must be off, or not set. Use off only if the database is reached over a socket or loopback.',
    }),
  ),
  COMMAND_API_URL: optionalVariable(z.url({ protocol: /^https?$/ })),
  TRUSTED_PROXIES: commaSeparated.transform(parseTrustedProxies),
  ROLE_SIGNUP: optionalVariable(z.enum(['open', 'approval'])),
  ROLE_SIGNUP_OPEN_IN_PRODUCTION: optionalVariable(z.enum(['yes', 'no'])),
  EMAIL_VERIFICATION: optionalVariable(z.enum(['required', 'off'])),
  ADMIN_SECOND_FACTOR: optionalVariable(z.enum(['required', 'off'])),
  IDLE_SIGN_OUT_MINUTES: optionalVariable(
    z.coerce
      .number({ error: 'must be a number of minutes, or 0 for never.' })
      .int({ error: 'must be a whole number of minutes, or 0 for never.' })
      .min(0, { error: 'must be a number of minutes, or 0 for never.' })
      .max(10_080, { error: 'may be at most 10080 minutes, which is a week.' }),
  ),
  IMAGE_HOSTS: commaSeparated.pipe(
    z.array(
      z
        .string()
        .toLowerCase()
        .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/, {
          error: 'must be names of hosts, separated by commas, such as images.school.example.',
        }),
    ),
  ),
  ADMIN_EMAILS: commaSeparated.transform(
    (emails) => new Set(emails.map((email) => email.normalize('NFC').toLowerCase())),
  ),
  METRICS_TOKEN: optionalVariable(z.string().min(16)),
  SYNCHRONOUS_STANDBY: optionalVariable(z.enum(['required', 'off'])),
  APPEND_TIMEOUT_MS: optionalVariable(z.coerce.number().int().min(100).max(60_000)),
  RATE_LIMIT_PER_MINUTE: optionalVariable(z.coerce.number().int().min(0)),
  DAILY_EVENTS_PER_PERSON: optionalVariable(z.coerce.number().int().min(0)),
  DAILY_MEGABYTES_PER_PERSON: optionalVariable(z.coerce.number().min(0)),
  FIREBASE_PROJECT_ID: optionalVariable(z.string()),
  FIREBASE_API_KEY: optionalVariable(z.string()),
  FIREBASE_AUTH_DOMAIN: optionalVariable(z.string()),
  FIREBASE_AUTH_EMULATOR_HOST: optionalVariable(z.string()),
  AUTH_EMULATOR_URL: optionalVariable(z.url({ protocol: /^https?$/ })),
  CLIENT_FOLDER: optionalVariable(z.string()),
  LIVE_CONNECTIONS_PER_ADDRESS: optionalVariable(z.coerce.number().int().min(1)),
  GOOGLE_APPLICATION_CREDENTIALS: optionalVariable(z.string()),
  REMOVALS_FILE: optionalVariable(z.string()),
  VAULT_MASTER_KEY: optionalVariable(z.string().transform(parseKeyBytes)),
  VAULT_PREVIOUS_MASTER_KEYS: commaSeparated.transform((keys, context) =>
    keys.map((key) => parseKeyBytes(key, context)),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalVariable(
    z.url({
      protocol: /^https?$/,
      error: 'must be the http or https address of a collector, such as http://collector:4318.',
    }),
  ),
  OTEL_TRACES_SAMPLER: optionalVariable(
    z.enum(['traceidratio'], {
      error:
        'must be traceidratio, or not set. Some other samplers would let clients decide which requests are traced.',
    }),
  ),
  OTEL_TRACES_SAMPLER_ARG: optionalVariable(
    z.coerce
      .number({ error: 'must be a number from 0 to 1.' })
      .min(0, { error: 'must be a number from 0 to 1.' })
      .max(1, { error: 'must be a number from 0 to 1.' }),
  ),
  ...archiveVariables,
  LOG_LEVEL: z.preprocess(emptyToUndefined, z.enum(logLevels).default('info')),
});

export type Environment = z.infer<typeof environment>;
