import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildClient, findBuiltClient } from '#local/client/build-client.ts';
import { reserveFreePort } from '#platform/free-port.ts';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { renderHaproxyConfiguration } from './configuration/haproxy.ts';
import type { Replication } from './configuration/patroni.ts';
import { createLogins, databaseName, owner } from './database/create-logins.ts';
import { type Databases, startDatabases } from './database/start-databases.ts';
import { type Clocks, createClocks } from './machines/clocks.ts';
import { findPrograms } from './packages/programs.ts';
import {
  unpackClusterPackages,
  unpackLibfaketime,
  unpackPgbackrest,
} from './packages/unpack-cluster-packages.ts';
import { chooseAccount } from './processes/choose-account.ts';
import type { SupervisedProcess } from './processes/supervised-process.ts';
import { waitUntil } from './processes/wait-until.ts';
import { openWorkspace } from './processes/workspace.ts';
import { startIdentity } from './services/identity.ts';
import { createServices, removalsFileIn, type ServicePorts, type Services } from './services/services.ts';
import { waitUntilReady } from './services/wait-until-ready.ts';

export type ClusterOptions = {
  /** How the replicas follow the primary; default `synchronous`. */
  replication?: Replication;
  /** Whether the connections from and to each database node go through relays, which can be blocked. */
  hasRelays?: boolean;
  /**
   * Whether each database node has a small disk, which can be filled, and whether each database node and service has a clock of its own,
   * which can be set. Only root can mount the disks.
   */
  hasDisksAndClocks?: boolean;
  /** Whether the databases archive their WAL with pgBackRest, into the folder `repository`. */
  hasArchive?: boolean;
  /** The folder with the sources of the services; by default those of this program. The migrations are always those of this program. */
  serviceSources?: string;
  /** Whether the folder remains when the cluster stops. */
  shouldKeepFolder?: boolean;
  /** Shows a step of the start, or a link that Firebase would send by e-mail. */
  print: (line: string) => void;
  /** Interrupts the start, and every wait for the cluster. */
  signal?: AbortSignal;
};

export type Cluster = AsyncDisposable & {
  folder: string;
  /** The address of the product. */
  edgeUrl: string;
  statisticsUrl: string;
  masterKey: string;
  databases: Databases;
  haproxy: SupervisedProcess;
  services: Services;
  /** The clocks of the database nodes and services. Without `hasDisksAndClocks` there are none. */
  clocks: Clocks;
  /** Creates the same services with other sources, on the same ports. The caller stops the processes of `services` and starts the new ones. */
  createServicesFrom(sources: string): Services;
  servicePorts: ServicePorts;
  /** The removal list that the projectors keep. */
  removalsFile: string;
  /** The URL of the database on the primary, through HAProxy. */
  primaryUrl(login: string): string;
  /** The URL of the database on a replica, through HAProxy. */
  replicaUrl(login: string): string;
  /** Waits until all nodes replicate and all services are ready. */
  waitUntilHealthy(timeoutMs: number): Promise<void>;
};

const root = join(import.meta.dirname, '..');
const startTimeoutMs = 120_000;
const stopTimeoutMs = 8_000;

const reserveFreePorts = (count: number) =>
  Promise.all(Array.from({ length: count }, () => reserveFreePort()));

/**
 * Starts a cluster and waits until it is healthy.
 * @throws Error if a package is missing, or a part of the cluster is not ready in time; the reason of `signal` if it is aborted. By then,
 * everything has been stopped.
 */
export const startCluster = async (options: ClusterOptions): Promise<Cluster> => {
  const resources = new AsyncDisposableStack();
  try {
    return await start(options, resources);
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
};

const start = async (options: ClusterOptions, resources: AsyncDisposableStack): Promise<Cluster> => {
  const { replication = 'synchronous' } = options;
  const print = (line: string) => {
    options.signal?.throwIfAborted();
    options.print(line);
  };
  const { root: packages, postgresMajor } = await unpackClusterPackages();
  const pgbackrest = options.hasArchive ? await unpackPgbackrest() : null;
  const programs = findPrograms({ cluster: packages, pgbackrest }, postgresMajor);
  if (!findBuiltClient()) {
    print('building the client');
    await buildClient();
  }

  const workspace = resources.use(
    openWorkspace(chooseAccount(), programs.environment, options.shouldKeepFolder ?? false),
  );
  const { folder } = workspace;
  const hasDisksAndClocks = options.hasDisksAndClocks ?? false;
  const clocks = createClocks(hasDisksAndClocks ? await unpackLibfaketime() : null, folder);
  const [edgePort = 0, primaryPort = 0, replicaPort = 0, statisticsPort = 0, identityPort = 0] =
    await reserveFreePorts(5);
  const edgeUrl = `http://127.0.0.1:${edgePort}`;
  const password = randomBytes(16).toString('hex');
  const masterKey = randomBytes(32).toString('hex');
  const databaseUrl = (port: number) => (login: string) =>
    `postgres://${login}:${password}@127.0.0.1:${port}/${databaseName}`;
  const [primaryUrl, replicaUrl] = [databaseUrl(primaryPort), databaseUrl(replicaPort)];

  print(
    `starting three etcd nodes, and three PostgreSQL ${postgresMajor} servers under Patroni, ${replication} replication`,
  );
  const databases = await startDatabases({
    ...{ workspace, programs, password, replication, signal: options.signal },
    hasRelays: options.hasRelays ?? false,
    hasDisksAndClocks,
    clocks,
  });

  const servicePorts = {
    commandApis: await reserveFreePorts(2),
    projectors: await reserveFreePorts(2),
    readApis: await reserveFreePorts(2),
  };
  const haproxyFile = workspace.writeConfiguration(
    'haproxy.cfg',
    renderHaproxyConfiguration({
      ports: { edge: edgePort, primary: primaryPort, replica: replicaPort, statistics: statisticsPort },
      databases: databases.nodes.map((node) => ({
        name: node.name,
        postgresPort: node.postgresPortForOthers,
        restPort: node.restPortForOthers,
      })),
      commandApiPorts: servicePorts.commandApis,
      readApiPorts: servicePorts.readApis,
      identityPort,
    }),
  );
  const haproxy = workspace.createProcess('haproxy', [programs.haproxy, '-db', '-f', haproxyFile]);
  haproxy.start();
  const identity = await startIdentity(folder, { edgeUrl, proxyPort: identityPort }, options.print);
  resources.defer(identity.stop);

  await databases.waitUntilHealthy(startTimeoutMs).catch((error: Error) => {
    options.signal?.throwIfAborted();
    throw new Error(
      `${error.message}\n${databases.nodes.map((node) => node.patroni.lastLines()).join('\n\n')}`,
    );
  });
  print('creating the database and applying the migrations');
  const superuserUrl = `postgres://postgres:${password}@127.0.0.1:${primaryPort}/postgres`;
  // HAProxy may not have noticed yet which node is the primary.
  await waitUntil(
    'the database is created',
    startTimeoutMs,
    async () => {
      await createLogins(superuserUrl, password);
      return true;
    },
    options.signal,
  );
  // On a busy machine the primary may change in the meantime. Migrations that are already applied are then skipped.
  await waitUntil(
    'the migrations are applied',
    startTimeoutMs,
    () =>
      promisify(execFile)(process.execPath, [join(root, 'migrations', 'run.ts')], {
        cwd: root,
        env: { ...inheritedEnvironment(), DATABASE_URL: primaryUrl(owner) },
        timeout: startTimeoutMs,
        signal: options.signal,
      }),
    options.signal,
  );

  print('starting two command-apis, two projectors, two read-apis');
  const createServicesFrom = (sources: string): Services => {
    const created = createServices({
      ...{ sources, folder, edgeUrl, primaryUrl, replicaUrl, masterKey, emulatorAddress: identity.address },
      isSynchronous: replication === 'synchronous',
      ports: servicePorts,
      clocks,
    });
    resources.defer(async () => {
      await Promise.all(
        Object.values(created)
          .flat()
          .map((service) => service.stop(stopTimeoutMs)),
      );
    });
    return created;
  };
  const services = createServicesFrom(options.serviceSources ?? root);
  const allServices = Object.values(services).flat();
  for (const service of allServices) service.start();
  const waitForServices = (timeoutMs: number) =>
    waitUntilReady({ edgeUrl, ports: Object.values(servicePorts).flat(), timeoutMs, signal: options.signal });
  await waitForServices(startTimeoutMs).catch((error: Error) => {
    options.signal?.throwIfAborted();
    throw new Error(`${error.message}\n${allServices.map((service) => service.lastLines()).join('\n\n')}`);
  });
  return {
    ...{
      folder,
      edgeUrl,
      masterKey,
      databases,
      haproxy,
      services,
      clocks,
      createServicesFrom,
      servicePorts,
      primaryUrl,
      replicaUrl,
    },
    removalsFile: removalsFileIn(folder),
    statisticsUrl: `http://127.0.0.1:${statisticsPort}`,
    waitUntilHealthy: async (timeoutMs) => {
      await databases.waitUntilHealthy(timeoutMs);
      await waitForServices(timeoutMs);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
};
