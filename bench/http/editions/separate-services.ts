import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reserveFreePort } from '#platform/free-port.ts';
import { masterKey } from '../../rebuild/projector-runs.ts';
import { projectId } from '../school/people.ts';
import { startAccountLookup } from './account-lookup.ts';
import { type Edition, editionEnvironment } from './edition.ts';
import { startService } from './service-process.ts';

const services = ['command-api', 'projector', 'read-api'] as const;

/**
 * Starts command-api, projector and read-api, each in a process of its own.
 * @param cwd the working copy of the repository whose services are started.
 * @param profileFolder the folder into which each service writes a profile of its processor time when it ends; null for no profiles.
 */
export const startSeparateServices = async (
  databaseUrl: string,
  cwd: string,
  profileFolder: string | null,
): Promise<Edition> => {
  const resources = new AsyncDisposableStack();
  try {
    const folder = mkdtempSync(join(tmpdir(), 'lyceum-bench-http-'));
    resources.defer(() => rmSync(folder, { recursive: true, force: true }));
    const lookup = resources.use(await startAccountLookup());
    const ports = {
      'command-api': await reserveFreePort(),
      projector: await reserveFreePort(),
      'read-api': await reserveFreePort(),
    };
    const env = {
      ...editionEnvironment,
      DATABASE_URL: databaseUrl,
      VAULT_MASTER_KEY: masterKey,
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_AUTH_EMULATOR_HOST: lookup.address,
      REMOVALS_FILE: join(folder, 'removals'),
      COMMAND_API_URL: `http://127.0.0.1:${ports['command-api']}`,
    };
    const processes: Record<string, number> = {};
    for (const service of services) {
      const { pid, end } = await startService(`${service}/main.ts`, {
        cwd,
        port: ports[service],
        env,
        logFile: join(folder, `${service}.log`),
        flags:
          profileFolder === null
            ? []
            : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`, `--cpu-prof-name=${service}.cpuprofile`],
      });
      processes[service] = pid;
      resources.defer(end);
    }
    return {
      readPort: ports['read-api'],
      commandPort: ports['command-api'],
      processes,
      [Symbol.asyncDispose]: () => resources.disposeAsync(),
    };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
};
