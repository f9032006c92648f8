import { resolve } from 'node:path';
import type { BuiltClient } from '#local/client/build-client.ts';
import { identifyBuild } from '#read-api/identify-build.ts';
import type { Environment } from '../log-access/find-log.ts';

const root = resolve(import.meta.dirname, '..', '..');

/**
 * Returns the client in `CLIENT_FOLDER`, which containers set. Without this variable, returns the client that is built from the
 * sources, and builds it first if it is not up to date. With `LYCEUM_CLIENT=elsewhere`, no client is built or served. The modules of
 * the build are not loaded if `CLIENT_FOLDER` is set.
 * @throws Error if the build fails.
 */
export const findClient = async (environment: Environment): Promise<BuiltClient> => {
  if (environment.CLIENT_FOLDER) {
    const folder = resolve(root, environment.CLIENT_FOLDER);
    return { folder, build: identifyBuild(folder) };
  }
  const { buildClient, findBuiltClient } = await import('#local/client/build-client.ts');
  return findBuiltClient() ?? buildClient();
};
