import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { ArchiveSettings } from '#platform/archive-settings.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';

/** The credentials that the server accepts. It refuses a wrong signature, but accepts a request without one. */
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** Starts an S3 server with an empty bucket on loopback. It is stopped after the test, or after the tests of the file. */
export const startS3Server = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-s3-'));
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory: folder },
    configureBuckets: [{ name: 'archive' }],
  });
  const { port } = await server.run();
  const stop = () => server.close();
  afterTests(async () => {
    await stop().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  });
  const s3 = { endpoint: `http://127.0.0.1:${port}`, region: 'eu-central-1', ...credentials };
  const settings: ArchiveSettings & { s3: typeof s3 } = { url: 's3://archive/school/log', s3 };
  return { folder, port, settings, stop };
};
