import { z } from 'zod';

/** Where the archive of the log is. The secrets are only needed for `s3:`. */
export type ArchiveSettings = {
  /** `file:///folder` or `s3://bucket/prefix`. */
  url: string;
  s3: { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string } | null;
};

type Environment = Readonly<Record<string, string | undefined>>;

const urlError = 'must be file:///folder or s3://bucket/prefix: the object store of the archive.';

const variables = z.object({
  ARCHIVE_URL: z.url({ protocol: /^(file|s3)$/, error: urlError }),
  ARCHIVE_S3_ENDPOINT: z
    .url({
      protocol: /^https?$/,
      error: 'must be the http or https address of a service with the S3 interface.',
    })
    .optional(),
  ARCHIVE_S3_REGION: z.string().default('us-east-1'),
  ARCHIVE_S3_ACCESS_KEY_ID: z.string().optional(),
  ARCHIVE_S3_SECRET_ACCESS_KEY: z.string().optional(),
});

/**
 * Reads the settings of the archive from the environment. Empty values count as not set.
 * @returns null without `ARCHIVE_URL`. `problems`: each names a variable and says what to set.
 */
export const readArchiveSettings = (
  environment: Environment,
): { settings: ArchiveSettings | null; problems: string[] } => {
  if (!environment.ARCHIVE_URL) return { settings: null, problems: [] };
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { data, error } = variables.safeParse(set);
  if (!data)
    return {
      settings: null,
      problems: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    };
  const url = new URL(data.ARCHIVE_URL);
  if (url.protocol === 'file:') return { settings: { url: url.href, s3: null }, problems: [] };
  const { ARCHIVE_S3_REGION: region, ARCHIVE_S3_ACCESS_KEY_ID: accessKeyId } = data;
  const secretAccessKey = data.ARCHIVE_S3_SECRET_ACCESS_KEY;
  if (url.hostname === '') return { settings: null, problems: [`ARCHIVE_URL: ${urlError}`] };
  if (!accessKeyId || !secretAccessKey)
    return {
      settings: null,
      problems: [
        'ARCHIVE_S3_ACCESS_KEY_ID and ARCHIVE_S3_SECRET_ACCESS_KEY are required if ARCHIVE_URL begins with s3:.',
      ],
    };
  const endpoint = data.ARCHIVE_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`;
  return {
    settings: { url: data.ARCHIVE_URL, s3: { endpoint, region, accessKeyId, secretAccessKey } },
    problems: [],
  };
};

/** Reads the settings of the archive. @throws Error that names each invalid variable. */
export const requireArchiveSettings = (environment: Environment): ArchiveSettings | null => {
  const { settings, problems } = readArchiveSettings(environment);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return settings;
};
