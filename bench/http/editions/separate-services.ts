import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reserveFreePort } from '#platform/free-port.ts';
import { closeOnSignal } from '#platform/testing/close-on-signal.ts';
import { masterKey } from '../../rebuild/projector-runs.ts';
import { projectId } from '../school/people.ts';
import { startAccountLookup } from './account-lookup.ts';
import { type Edition, editionEnvironment } from './edition.ts';
import { startService } from './service-process.ts';

type SeparateServices = Edition & {
  /** The ports of all read-apis; `readPort` is the first of them. */
  readPorts: number[];
};

/**
 * Starts command-api, projector and read-apis, each in a process of its own.
 * @param options.cwd the working copy of the repository whose services are started.
 * @param options.profileFolder the folder into which each service writes a CPU profile when it ends; by default
 * there are no profiles.
 * @param options.readApiCount the number of read-apis; default 1.
 */
export const startSeparateServices = async (
  databaseUrl: string,
  {
    cwd,
    profileFolder = null,
    readApiCount = 1,
  }: { cwd: string; profileFolder?: string | null; readApiCount?: number },
): Promise<SeparateServices> => {
  const resources = new AsyncDisposableStack();
  try {
    const folder = mkdtempSync(join(tmpdir(), 'lyceum-bench-http-'));
    resources.defer(closeOnSignal(() => rmSync(folder, { recursive: true, force: true })));
    const lookup = resources.use(await startAccountLookup());
    const commandPort = await reserveFreePort();
    const readPorts: number[] = [];
    while (readPorts.length < readApiCount) readPorts.push(await reserveFreePort());
    const services = [
      { name: 'command-api', program: 'command-api/main.ts', port: commandPort },
      { name: 'projector', program: 'projector/main.ts', port: await reserveFreePort() },
      ...readPorts.map((port, index) => ({
        name: index === 0 ? 'read-api' : `read-api ${index + 1}`,
        program: 'read-api/main.ts',
        port,
      })),
    ];
    const env = {
      ...editionEnvironment,
      DATABASE_URL: databaseUrl,
      VAULT_MASTER_KEY: masterKey,
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_AUTH_EMULATOR_HOST: lookup.address,
      REMOVALS_FILE: join(folder, 'removals'),
      COMMAND_API_URL: `http://127.0.0.1:${commandPort}`,
    };
    const processes: Record<string, number> = {};
    for (const { name, program, port } of services) {
      const { pid, end } = await startService(program, {
        cwd,
        port,
        env,
        logFile: join(folder, `${name}.log`),
        flags:
          profileFolder === null
            ? []
            : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`, `--cpu-prof-name=${name}.cpuprofile`],
      });
      processes[name] = pid;
      resources.defer(end);
    }
    return {
      readPort: readPorts[0] ?? 0,
      readPorts,
      commandPort,
      processes,
      [Symbol.asyncDispose]: () => resources.disposeAsync(),
    };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
};
