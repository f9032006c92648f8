import { join } from 'node:path';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import type { Clocks } from '../machines/clocks.ts';
import { createSupervisedProcess, type SupervisedProcess } from '../processes/supervised-process.ts';

export type ServiceSettings = {
  /** The folder with the sources of the services. */
  sources: string;
  folder: string;
  edgeUrl: string;
  /** Returns the URL of the database for a login. */
  primaryUrl(login: string): string;
  replicaUrl(login: string): string;
  masterKey: string;
  emulatorAddress: string;
  /** Whether the command-apis require that the primary waits for a synchronous standby. */
  isSynchronous: boolean;
  ports: ServicePorts;
  clocks: Clocks;
};

export type ServicePorts = {
  commandApis: readonly number[];
  projectors: readonly number[];
  readApis: readonly number[];
};

export type Services = {
  commandApis: SupervisedProcess[];
  projectors: SupervisedProcess[];
  readApis: SupervisedProcess[];
};

/** Returns the file of the removal list that the projectors of a cluster keep. */
export const removalsFileIn = (folder: string): string => join(folder, 'removals');

/** Creates a process for each port. The caller starts the processes. */
export const createServices = (settings: ServiceSettings): Services => {
  const shared = {
    ...inheritedEnvironment(),
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PUBLIC_URL: settings.edgeUrl,
    TRUSTED_PROXIES: '127.0.0.1',
    ROLE_SIGNUP: 'open',
    // The load of the fault tests comes from one address and a few people.
    RATE_LIMIT_PER_MINUTE: '0',
    DAILY_EVENTS_PER_PERSON: '0',
    DAILY_MEGABYTES_PER_PERSON: '0',
    VAULT_MASTER_KEY: settings.masterKey,
    REMOVALS_FILE: removalsFileIn(settings.folder),
    FIREBASE_PROJECT_ID: 'demo-lyceum',
    FIREBASE_AUTH_EMULATOR_HOST: settings.emulatorAddress,
    AUTH_EMULATOR_URL: settings.edgeUrl,
    COMMAND_API_URL: settings.edgeUrl,
  };
  const create = (service: string, ports: readonly number[], env: Record<string, string>) =>
    ports.map((port, index) => {
      const name = `${service}-${index + 1}`;
      return createSupervisedProcess({
        name,
        command: settings.clocks.addTo(name, [
          process.execPath,
          // SIGUSR1 opens the inspector. Each process then chooses a free port.
          '--inspect-port=127.0.0.1:0',
          join(settings.sources, service, 'main.ts'),
        ]),
        env: { ...shared, ...env, PORT: `${port}` },
        cwd: settings.sources,
        logFile: join(settings.folder, `${name}.log`),
        ids: null,
      });
    });
  const { primaryUrl, replicaUrl, ports } = settings;
  return {
    commandApis: create('command-api', ports.commandApis, {
      DATABASE_URL: primaryUrl('command_api'),
      SYNCHRONOUS_STANDBY: settings.isSynchronous ? 'required' : 'off',
    }),
    projectors: create('projector', ports.projectors, { DATABASE_URL: primaryUrl('projector') }),
    readApis: create('read-api', ports.readApis, {
      DATABASE_URL: primaryUrl('read_api'),
      READ_DATABASE_URL: replicaUrl('read_api'),
    }),
  };
};
