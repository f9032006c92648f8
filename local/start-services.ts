import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { createCommandApi } from '#command-api/server.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { openHttpServer } from '#platform/http/http-server.ts';
import { createProcessSecret } from '#platform/http/process-secret.ts';
import { openIdentityVerifier } from '#platform/identity/identity-verifier.ts';
import { createLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { openTracing } from '#platform/tracing/open-tracing.ts';
import { createRemovalList } from '#projector/removals/removal-list.ts';
import { createProjector } from '#projector/server/projector.ts';
import { sameOrigin } from '#read-api/client-files/serve-configuration.ts';
import { openReadApi } from '#read-api/server.ts';
import type { BuiltClient } from './client/build-client.ts';
import { archiveUrlIn } from './data-folder/archive-folder.ts';
import { openLogFile } from './data-folder/log-file.ts';
import { createIdentityProxy, isIdentityRequest } from './identity/identity-proxy.ts';
import type { LocalSettings } from './local-settings.ts';
import type { Shutdown } from './shut-down.ts';

type Environment = Record<string, string | undefined>;

export type ServicesOptions = {
  /** The environment of the process, with the secrets that are in files. */
  environment: Environment;
  settings: LocalSettings;
  databaseUrl: string;
  masterKey: string;
  client: BuiltClient;
  emulator: { address: string; ready: Promise<void> };
  hasDemoSchool: boolean;
};

export const projectId = 'demo-lyceum';

/** Returns the address at which this process reaches itself, even if it listens on all addresses. */
const loopbackAddress = ({ host, port }: Pick<LocalSettings, 'host' | 'port'>): string => {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
};

/**
 * The rate limit for calls to the identity provider is the rate limit for commands, divided by this number. That is still enough for
 * a class that shares an IP address.
 */
const commandsPerIdentityCall = 10;

/** Creates the services' configuration from the environment and the values that this edition sets itself. */
const createConfiguration = (options: {
  environment: Environment;
  settings: LocalSettings;
  databaseUrl: string;
  masterKey: string;
  emulatorAddress: string;
}) =>
  parseConfiguration({
    ...options.environment,
    NODE_ENV: 'development',
    // People who try the product choose their roles. Without this setting, an Admin must approve every role other than Student.
    ROLE_SIGNUP: options.environment.ROLE_SIGNUP || 'open',
    // This edition has no edge that hides the metrics, so a random token hides them if the operator has not set one.
    METRICS_TOKEN: options.environment.METRICS_TOKEN || randomUUID(),
    HOST: options.settings.host,
    PORT: `${options.settings.port}`,
    // The services refuse requests under other host names, such as an attacker's name that resolves to this machine.
    PUBLIC_URL: options.settings.address,
    COMMAND_API_URL: loopbackAddress(options.settings),
    DATABASE_URL: options.databaseUrl,
    // The address of the database already contains the password.
    DATABASE_PASSWORD: undefined,
    VAULT_MASTER_KEY: options.masterKey,
    REMOVALS_FILE: options.settings.removalsFile,
    ARCHIVE_URL: options.environment.ARCHIVE_URL || archiveUrlIn(options.settings.dataFolder),
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_AUTH_EMULATOR_HOST: options.emulatorAddress,
    GOOGLE_APPLICATION_CREDENTIALS: undefined,
  });

/**
 * Checks the services' settings before anything is started or created.
 * @throws Error that names each invalid setting.
 */
export const checkEnvironment = (settings: LocalSettings, environment: Environment): void => {
  createConfiguration({
    ...{ environment, settings },
    // Well-formed placeholders for values that are not known yet.
    databaseUrl: settings.databaseUrl ?? 'postgres://127.0.0.1/postgres',
    masterKey: environment.VAULT_MASTER_KEY || '0'.repeat(64),
    emulatorAddress: `127.0.0.1:${settings.emulatorPort}`,
  });
};

/**
 * Starts all services in this process behind one port: requests to the identity provider go to the emulator, GET, HEAD and
 * sockets to the read-api, everything else to the command-api.
 */
export const startServices = async (options: ServicesOptions, shutDown: Shutdown): Promise<void> => {
  const { settings, client, emulator, hasDemoSchool } = options;
  const configuration = createConfiguration({ ...options, emulatorAddress: emulator.address });
  // Checked here, because the projector would retry, and the start would fail only after half a minute.
  await createRemovalList(settings.removalsFile).create();
  const logFile = openLogFile(join(settings.dataFolder, 'lyceum.log'));
  shutDown.add('the log file', logFile.close);
  const createServiceLogger = (service: string) =>
    createLogger({ service, level: configuration.logLevel, destination: logFile });
  const metrics = createMetrics();
  const processSecret = createProcessSecret();
  const verifier = openIdentityVerifier({ projectId, emulatorHost: emulator.address });
  shutDown.add('the identity verifier', verifier.close);

  const openServiceTracing = async (service: string) => {
    const tracing = await openTracing(service, configuration, createServiceLogger(service));
    if (tracing) shutDown.add(`the traces of the ${service}`, tracing.close);
    return tracing;
  };

  const projector = createProjector({
    configuration,
    logger: createServiceLogger('projector'),
    metrics,
    tracing: await openServiceTracing('projector'),
    verifier,
  });
  shutDown.add('the projector', projector.stop);
  projector.start();
  const commandApi = createCommandApi({
    configuration,
    logger: createServiceLogger('command-api'),
    tracing: await openServiceTracing('command-api'),
    ...{ metrics, verifier, processSecret },
  });
  shutDown.add('the command-api', commandApi.close);
  const readApi = openReadApi({
    configuration,
    logger: createServiceLogger('read-api'),
    tracing: await openServiceTracing('read-api'),
    ...{ metrics, verifier, processSecret },
    build: client.build,
    clientFolder: client.folder,
    authEmulatorUrl: sameOrigin,
    demo: hasDemoSchool,
  });
  shutDown.add('the read-api', readApi.close);
  await Promise.all([projector.ready(), commandApi.ready(), readApi.ready()]);

  const identity = createIdentityProxy({
    ...emulator,
    callsPerMinute: Math.ceil(configuration.rateLimitPerMinute / commandsPerIdentityCall),
    trustedProxies: configuration.trustedProxies,
    publicUrl: configuration.publicUrl,
    passwordPolicy: settings.passwordPolicy,
  });
  const listener: RequestListener = (request, response) => {
    if (isIdentityRequest(request)) return identity(request, response);
    const isQuery = request.method === 'GET' || request.method === 'HEAD';
    return (isQuery ? readApi : commandApi).callback(request, response);
  };
  const server = await openHttpServer({ listener, host: settings.host, port: settings.port });
  readApi.attach(server.server);
  shutDown.add('the HTTP server', () => {
    for (const api of [readApi, commandApi]) api.startClosing();
    return server.close(2_000);
  });
};
