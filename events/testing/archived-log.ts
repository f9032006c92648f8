import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { createObjectStore } from '../archive/create-object-store.ts';
import type { ObjectStore } from '../archive/object-store.ts';
import { archiveLog } from '../transfer/archive/archive-log.ts';

/** Creates an object store in a temporary folder, which is removed after the test, or after the tests of the file. */
export const createArchiveFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-archive-test-'));
  afterTests(() => rmSync(folder, { recursive: true, force: true }));
  const url = pathToFileURL(folder).href;
  return { folder, url, store: createObjectStore({ url, s3: null }) };
};

/** Archives all full segments of a log, however young their events are. */
export const archiveEverything = (
  connectionString: string,
  store: ObjectStore,
  options: Partial<Parameters<typeof archiveLog>[0]> = {},
) =>
  archiveLog({
    ...{ connectionString, store, operator: 'grace@school-server', eventsPerSegment: 18, isFirst: true },
    before: new Date(Date.now() + 86_400_000),
    ...options,
  });
