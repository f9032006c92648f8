import { expect, test } from 'vitest';
import { readArchiveSettings } from './archive-settings.ts';

const key = { ARCHIVE_S3_ACCESS_KEY_ID: 'reader', ARCHIVE_S3_SECRET_ACCESS_KEY: 'key' };
const read = (url: string, endpoint = '') =>
  readArchiveSettings({ ...key, ARCHIVE_URL: url, ARCHIVE_S3_ENDPOINT: endpoint });

test('the archive is in a folder or in a bucket', () => {
  expect(readArchiveSettings({})).toBeNull();
  expect(read('file:///archive')).toEqual({ url: 'file:///archive', s3: null });
  expect(read('s3://school/log', 'https://s3.example')).toMatchObject({
    url: 's3://school/log',
    s3: { endpoint: 'https://s3.example', region: 'us-east-1', accessKeyId: 'reader' },
  });
  expect(() => readArchiveSettings({ ARCHIVE_URL: 's3://school' })).toThrow('ARCHIVE_S3_ACCESS_KEY_ID and');
});

test.each(['school', 'https://school', 'file://host/folder', 's3:///log', 's3://school:9000/log'])(
  'the address %s is refused',
  (url) => {
    expect(() => read(url)).toThrow(/^ARCHIVE_URL: must be file:\/\/\/folder or s3:[^\n]*$/);
  },
);

test.each([
  ['file:///archive?s3cr3t', ''],
  ['s3://user:s3cr3t@school/log', ''],
  ['s3://school/log#s3cr3t', ''],
  ['s3://school', 'https://user:s3cr3t@s3.example'],
  ['s3://school', 'https://s3.example/?key=s3cr3t'],
  ['s3://school', 'https://s3.example#s3cr3t'],
])('%s %s may contain a secret, which would be recorded, so it is refused and not shown', (url, endpoint) => {
  expect(() => read(url, endpoint)).toThrow(
    /^ARCHIVE_(URL|S3_ENDPOINT): must not contain a user, a password, a query or a fragment\.$/,
  );
});
