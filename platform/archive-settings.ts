import { isIPv4 } from 'node:net';
import { z } from 'zod';

/** Where the archive of the log is. */
export type ArchiveSettings = {
  /** `file:///folder` or `s3://bucket/prefix`. */
  url: string;
  /** How to reach the service; null for a folder. */
  s3: { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string } | null;
};

export const emptyToUndefined = (value: unknown) => (value === '' ? undefined : value);

/** An optional variable; an empty value (`PUBLIC_URL=`) counts as not set. */
export const optionalVariable = <S extends z.ZodType>(schema: S) =>
  z.preprocess(emptyToUndefined, schema.optional());

const urlError = 'must be file:///folder or s3://bucket/prefix: the object store of the archive.';

/** Secrets in an address would be recorded in the log for ever, and be printed in errors. */
const hasOnlyAddress = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '' && !/[?#]/.test(text);
};
/** A folder has no host, and a bucket no port. */
const isStore = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && url.port === '' && (url.protocol === 's3:') === (url.hostname !== '');
};
const secretError = 'must not contain a user, a password, a query or a fragment.';

/** The variables of the archive. docs/environment.md explains them. */
export const archiveVariables = {
  ARCHIVE_URL: optionalVariable(
    z
      .url({ protocol: /^(file|s3)$/, hostname: /.*/, error: urlError, abort: true })
      .refine(hasOnlyAddress, { error: secretError, abort: true })
      .refine(isStore, { error: urlError }),
  ),
  ARCHIVE_S3_ENDPOINT: optionalVariable(
    z
      .url({
        protocol: /^https?$/,
        error: 'must be the http or https address of a service with the protocol of S3.',
        abort: true,
      })
      .refine(hasOnlyAddress, { error: secretError }),
  ),
  ARCHIVE_S3_REGION: optionalVariable(z.string()),
  ARCHIVE_S3_ACCESS_KEY_ID: optionalVariable(z.string()),
  ARCHIVE_S3_SECRET_ACCESS_KEY: optionalVariable(z.string()),
};
const variables = z.object(archiveVariables);

/** Returns whether the host of a URL is this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));

/**
 * Returns the settings of the archive; null without `ARCHIVE_URL` or without the access key that it needs.
 * @returns `problems`: each names a variable and says what to set.
 */
export const toArchiveSettings = (
  env: z.infer<typeof variables>,
  { isProduction = false }: { isProduction?: boolean } = {},
): { settings: ArchiveSettings | null; problems: string[] } => {
  const { ARCHIVE_URL: url, ARCHIVE_S3_ACCESS_KEY_ID: accessKeyId } = env;
  if (url === undefined) return { settings: null, problems: [] };
  if (url.startsWith('file:')) return { settings: { url, s3: null }, problems: [] };
  const region = env.ARCHIVE_S3_REGION ?? 'us-east-1';
  const endpoint = env.ARCHIVE_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`;
  const secretAccessKey = env.ARCHIVE_S3_SECRET_ACCESS_KEY;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    return {
      settings: null,
      problems: [
        'ARCHIVE_S3_ACCESS_KEY_ID and ARCHIVE_S3_SECRET_ACCESS_KEY are required if ARCHIVE_URL begins with s3:.',
      ],
    };
  const isEncrypted = endpoint.startsWith('https:') || isLoopback(new URL(endpoint).hostname);
  return {
    settings: { url, s3: { endpoint, region, accessKeyId, secretAccessKey } },
    problems:
      isProduction && !isEncrypted
        ? [
            'ARCHIVE_S3_ENDPOINT must be an https address in production. Otherwise archived events can be read in transit.',
          ]
        : [],
  };
};

/** Reads the settings of the archive. @throws Error that names each invalid variable. */
export const readArchiveSettings = (
  environment: Readonly<Record<string, string | undefined>>,
): ArchiveSettings | null => {
  const { data, error } = variables.safeParse(environment);
  const { settings, problems } = data
    ? toArchiveSettings(data)
    : {
        settings: null,
        problems: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
      };
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return settings;
};
