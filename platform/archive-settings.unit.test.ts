import { expect, test } from 'vitest';
import { readArchiveSettings } from './archive-settings.ts';
import { ConfigurationError, parseConfiguration } from './configuration.ts';

const key = { ARCHIVE_S3_ACCESS_KEY_ID: 'id', ARCHIVE_S3_SECRET_ACCESS_KEY: 'secret' };
const s3 = { accessKeyId: 'id', secretAccessKey: 'secret' };

test.each([
  [{}, null],
  [{ ARCHIVE_URL: '' }, null],
  [{ ARCHIVE_URL: 'file:///archive' }, { url: 'file:///archive', s3: null }],
  [
    { ARCHIVE_URL: 's3://school/log', ...key },
    {
      url: 's3://school/log',
      s3: { ...s3, endpoint: 'https://s3.us-east-1.amazonaws.com', region: 'us-east-1' },
    },
  ],
  [
    {
      ARCHIVE_URL: 's3://school',
      ARCHIVE_S3_REGION: 'x',
      ARCHIVE_S3_ENDPOINT: 'https://s3.example',
      ...key,
    },
    { url: 's3://school', s3: { ...s3, endpoint: 'https://s3.example', region: 'x' } },
  ],
])('reads %o', (environment, settings) => {
  expect(readArchiveSettings(environment)).toEqual(settings);
});

test.each([
  [{ ARCHIVE_URL: '/archive' }, 'ARCHIVE_URL: must be file:///folder or s3://bucket/prefix'],
  [{ ARCHIVE_URL: 'https://s3.example' }, 'ARCHIVE_URL: must be'],
  [{ ARCHIVE_URL: 's3:///log', ...key }, 'ARCHIVE_URL: must be'],
  [{ ARCHIVE_URL: 's3://school:9000/log', ...key }, 'ARCHIVE_URL: must be'],
  [{ ARCHIVE_URL: 'file://host/folder' }, 'ARCHIVE_URL: must be'],
  [{ ARCHIVE_URL: 's3://school' }, 'ARCHIVE_S3_ACCESS_KEY_ID and ARCHIVE_S3_SECRET_ACCESS_KEY are required'],
  [{ ARCHIVE_URL: 's3://school', ARCHIVE_S3_ENDPOINT: 's3.example', ...key }, 'ARCHIVE_S3_ENDPOINT: must be'],
])('rejects %o', (environment, message) => {
  expect(() => readArchiveSettings(environment)).toThrow(message);
});

test.each([
  ['file:///archive?s3cr3t', ''],
  ['s3://user:s3cr3t@school/log', ''],
  ['s3://school/log#s3cr3t', ''],
  ['s3://school', 'https://user:s3cr3t@s3.example'],
  ['s3://school', 'https://s3.example/?key=s3cr3t'],
  ['s3://school', 'https://s3.example#s3cr3t'],
])('%s %s may contain a secret, which would be recorded, so it is refused and not shown', (url, endpoint) => {
  expect(() => readArchiveSettings({ ...key, ARCHIVE_URL: url, ARCHIVE_S3_ENDPOINT: endpoint })).toThrow(
    /^ARCHIVE_(URL|S3_ENDPOINT): must not contain a user, a password, a query or a fragment\.$/,
  );
});

test('services refuse an unencrypted endpoint in production, except on this machine', () => {
  const parse = (endpoint: string) => {
    try {
      parseConfiguration({
        ...{ NODE_ENV: 'production', DATABASE_URL: 'postgres://x', ARCHIVE_URL: 's3://school', ...key },
        ARCHIVE_S3_ENDPOINT: endpoint,
      });
      return '';
    } catch (error) {
      return error instanceof ConfigurationError ? error.message : '';
    }
  };
  expect(parse('http://s3.example')).toContain('ARCHIVE_S3_ENDPOINT must be an https address');
  for (const endpoint of ['https://s3.example', 'http://127.0.0.1:9000'])
    expect(parse(endpoint)).not.toContain('ARCHIVE_S3_ENDPOINT');
});
