import { fileURLToPath } from 'node:url';
import type { ArchiveSettings } from '#platform/archive-settings.ts';
import { createFileStore } from './file-store.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3Store } from './s3-store.ts';

/**
 * Creates the object store at an address.
 * @param options.timeoutMs how long a read from an S3 store may take, with its retries; default 30 s.
 * @throws TypeError if the address is not valid, begins neither with `file:` nor with `s3:`, or begins with `s3:` although `s3` is null.
 */
export const createObjectStore = (
  { url, s3 }: ArchiveSettings,
  options: { timeoutMs?: number } = {},
): ObjectStore => {
  const address = new URL(url);
  if (address.protocol === 'file:') return createFileStore(fileURLToPath(address));
  if (address.protocol !== 's3:' || s3 === null)
    throw new TypeError(`${url} is not the address of an object store.`);
  return createS3Store(
    { bucket: address.hostname, prefix: address.pathname.replaceAll(/^\/+|\/+$/g, '') },
    { ...s3, ...options },
  );
};
