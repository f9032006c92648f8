import type { RequestListener } from 'node:http';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { createCommandApi } from '#command-api/server.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { serve } from '#platform/http/serve.ts';
import { makeVoucher } from '#platform/http/voucher.ts';
import { openIdentityVerifier } from '#platform/identity/verify.ts';
import { createLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createProjector } from '#projector/server/projector.ts';
import { sameOrigin } from '#read-api/client-files/configuration.ts';
import { createReadApi } from '#read-api/server.ts';
import type { BuiltClient } from './client/build.ts';
import { openLogFile } from './data-folder/log-file.ts';
import { identityProxy, isForIdentity } from './identity/proxy.ts';
import type { LocalSettings } from './settings.ts';
import type { ShutDown } from './shut-down.ts';

export type ServicesOptions = {
  settings: LocalSettings;
  databaseUrl: string;
  masterKey: string;
  client: BuiltClient;
  emulator: { address: string; ready: Promise<void> };
  demo: boolean;
};

export const projectId = 'demo-lyceum';

/** Where this process reaches itself; an address that stands for all of the machine's is not one to call. */
const ownAddress = ({ host, port }: Pick<LocalSettings, 'host' | 'port'>): string => {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
};

/** The environment's own settings hold, except for what this edition provides itself. */
export const configurationOf = (options: {
  settings: LocalSettings;
  databaseUrl: string;
  masterKey: string;
  emulatorAddress: string;
}) =>
  parseConfiguration({
    ...process.env,
    NODE_ENV: 'development',
    HOST: options.settings.host,
    PORT: `${options.settings.port}`,
    COMMAND_API_URL: ownAddress(options.settings),
    DATABASE_URL: options.databaseUrl,
    VAULT_MASTER_KEY: options.masterKey,
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_AUTH_EMULATOR_HOST: options.emulatorAddress,
    GOOGLE_APPLICATION_CREDENTIALS: undefined,
  });

/**
 * Settings that only the services read are checked before anything is started or made.
 * @throws Error naming each setting that is wrong.
 */
export const checkEnvironment = (settings: LocalSettings): void => {
  configurationOf({
    settings,
    // What this edition provides itself is not known yet; anything well-formed stands for it.
    databaseUrl: settings.databaseUrl ?? 'postgres://127.0.0.1/postgres',
    masterKey: process.env.VAULT_MASTER_KEY || '0'.repeat(64),
    emulatorAddress: `127.0.0.1:${settings.emulatorPort}`,
  });
};

/**
 * Composes the services in this process behind one port, by the rule of the one origin: the identity provider's
 * calls to the emulator, GET and HEAD and the sockets to the read-api, everything else to the command-api.
 */
export const startServices = async (options: ServicesOptions, shutDown: ShutDown): Promise<void> => {
  const { settings, client, emulator, demo } = options;
  const configuration = configurationOf({ ...options, emulatorAddress: emulator.address });
  const logFile = openLogFile(join(settings.dataFolder, 'lyceum.log'));
  shutDown.add('the log file', () => new Promise((resolve) => logFile.end(resolve)));
  const loggerOf = (service: string) =>
    createLogger({ service, level: configuration.logLevel, destination: logFile });
  const metrics = createMetrics();
  const voucher = makeVoucher();
  const verifier = openIdentityVerifier({ projectId, emulatorHost: emulator.address });
  shutDown.add('the identity verifier', verifier.close);

  const projector = createProjector({ configuration, logger: loggerOf('projector'), metrics, verifier });
  shutDown.add('the projector', projector.stop);
  projector.start();
  const commandApi = createCommandApi({
    configuration,
    logger: loggerOf('command-api'),
    ...{ metrics, verifier, voucher },
  });
  shutDown.add('the command-api', commandApi.close);
  const readApi = createReadApi({
    configuration,
    logger: loggerOf('read-api'),
    ...{ metrics, verifier, voucher },
    build: client.build,
    clientFolder: client.folder,
    authEmulatorUrl: sameOrigin,
    demo,
  });
  shutDown.add('the read-api', readApi.close);
  await Promise.all([projector.ready(), commandApi.ready(), readApi.ready()]);

  const identity = identityProxy(emulator);
  const listener: RequestListener = (request, response) => {
    if (isForIdentity(request)) return identity(request, response);
    const isQuery = request.method === 'GET' || request.method === 'HEAD';
    return (isQuery ? readApi : commandApi).callback(request, response);
  };
  const server = await serve({ listener, host: settings.host, port: settings.port });
  readApi.attach(server.server);
  shutDown.add('the HTTP server', () => {
    for (const api of [readApi, commandApi]) api.startClosing();
    return server.close(2_000);
  });
};
