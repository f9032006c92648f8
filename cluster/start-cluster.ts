import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildClient, findBuiltClient } from '#local/client/build-client.ts';
import { reserveFreePort } from '#platform/free-port.ts';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { startTcpProxy, type TcpProxy } from '#platform/testing/tcp-proxy.ts';
import { type EtcdNode, etcdArguments } from './configuration/etcd.ts';
import { renderHaproxyConfiguration } from './configuration/haproxy.ts';
import { type PatroniNode, type Replication, renderPatroniConfiguration } from './configuration/patroni.ts';
import { type ClusterState, isHealthy, readAnyClusterState } from './database/cluster-state.ts';
import { createLogins, databaseName, owner } from './database/create-logins.ts';
import { createDatabaseNode, type DatabaseNode } from './database/database-node.ts';
import { findPrograms } from './packages/programs.ts';
import { unpackClusterPackages } from './packages/unpack-cluster-packages.ts';
import { signalIfRunning } from './processes/signal-if-running.ts';
import { createSupervisedProcess, type SupervisedProcess } from './processes/supervised-process.ts';
import { chooseAccount } from './processes/unprivileged-account.ts';
import { waitUntil } from './processes/wait-until.ts';
import { startIdentity } from './services/identity.ts';
import { createServices, type Services } from './services/services.ts';

export type ClusterOptions = {
  /** How the replicas follow the primary; default `synchronous`. */
  replication?: Replication;
  /** Whether each database node reaches others, and is reached, through relays that can be blocked. */
  hasRelays?: boolean;
  /** Whether the folder stays when the cluster stops. */
  shouldKeepFolder?: boolean;
  /** Shows one step of the start. */
  print: (line: string) => void;
  /** Interrupts the start, and every wait for the cluster. */
  signal?: AbortSignal;
};

/** Forwards connections to a port until it is blocked. */
type Relay = Pick<TcpProxy, 'block' | 'unblock'>;

export type Cluster = AsyncDisposable & {
  folder: string;
  /** The address of the product. */
  edgeUrl: string;
  statisticsUrl: string;
  masterKey: string;
  etcd: readonly SupervisedProcess[];
  nodes: readonly DatabaseNode[];
  haproxy: SupervisedProcess;
  services: Services;
  /** The URL of the database on the primary, through HAProxy. */
  primaryUrl(login: string): string;
  /** The URL of the database on a replica, through HAProxy. */
  replicaUrl(login: string): string;
  /** The relays around a node. @throws Error without `hasRelays`. */
  relaysOf(node: DatabaseNode): readonly Relay[];
  /** What Patroni knows of the nodes; null if none answers. */
  state(): Promise<ClusterState | null>;
  /** Waits until all nodes replicate and all services are ready. */
  waitUntilHealthy(timeoutMs: number): Promise<void>;
};

const root = join(import.meta.dirname, '..');
const numbers = [1, 2, 3] as const;
const startTimeoutMs = 120_000;
const stopTimeoutMs = 8_000;

const reserveFreePorts = (count: number) =>
  Promise.all(Array.from({ length: count }, () => reserveFreePort()));

/** Returns whether a service is ready. */
const isReady = async (port: number): Promise<true | null> => {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(3_000) });
  await answer.body?.cancel();
  return answer.ok ? true : null;
};

/** @throws Error if the cluster does not start, with the end of the output of what failed. Everything is stopped then. */
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
  const programs = findPrograms(packages, postgresMajor);
  const account = chooseAccount();
  print('building the client');
  if (!findBuiltClient()) await buildClient();

  const folder = mkdtempSync(join(tmpdir(), 'lyceum-cluster-'));
  chmodSync(folder, 0o711);
  resources.defer(() => {
    if (!options.shouldKeepFolder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  /** Creates a folder that belongs to the account. */
  const createFolder = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    account.own(path);
    return path;
  };
  const writeConfiguration = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    account.own(file);
    return file;
  };
  const createProcess = (name: string, command: readonly [string, ...string[]]) => {
    const created = createSupervisedProcess({
      ...{ name, command, cwd: '/', ids: account.ids, logFile: join(folder, `${name}.log`) },
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...programs.environment },
    });
    resources.defer(() => created.stop(stopTimeoutMs));
    return created;
  };

  const [edgePort = 0, primaryPort = 0, replicaPort = 0, statisticsPort = 0, identityPort = 0] =
    await reserveFreePorts(5);
  const edgeUrl = `http://127.0.0.1:${edgePort}`;
  const password = randomBytes(16).toString('hex');
  const masterKey = randomBytes(32).toString('hex');
  const databaseUrl = (port: number) => (login: string) =>
    `postgres://${login}:${password}@127.0.0.1:${port}/${databaseName}`;
  const [primaryUrl, replicaUrl] = [databaseUrl(primaryPort), databaseUrl(replicaPort)];

  print('starting three etcd');
  const etcdNodes: EtcdNode[] = [];
  for (const number of numbers) {
    const [clientPort = 0, peerPort = 0] = await reserveFreePorts(2);
    etcdNodes.push({
      name: `etcd-${number}`,
      clientPort,
      peerPort,
      dataFolder: createFolder(`etcd-${number}`),
    });
  }
  const etcd = etcdNodes.map((node) =>
    createProcess(node.name, [programs.etcd, ...etcdArguments(node, etcdNodes)]),
  );
  for (const node of etcd) node.start();

  print(`starting three PostgreSQL ${postgresMajor} under Patroni, ${replication} replication`);
  const relays = new Map<string, Relay[]>();
  /** Returns the port at which a port of a node, or a port that a node uses, is reached. */
  const relay = async (name: string, port: number) => {
    if (!options.hasRelays) return port;
    const proxy = resources.use(await startTcpProxy(`tcp://127.0.0.1:${port}`));
    relays.set(name, [...(relays.get(name) ?? []), proxy]);
    return Number(new URL(proxy.url).port);
  };
  const patroniNodes: PatroniNode[] = [];
  for (const number of numbers) {
    const [postgresPort = 0, restPort = 0] = await reserveFreePorts(2);
    const nodeFolder = createFolder(`postgres-${number}`);
    const name = `postgres-${number}`;
    const etcdPorts: number[] = [];
    for (const { clientPort } of etcdNodes) etcdPorts.push(await relay(name, clientPort));
    patroniNodes.push({
      ...{ name, postgresPort, restPort, etcdPorts },
      postgresPortForOthers: await relay(name, postgresPort),
      restPortForOthers: await relay(name, restPort),
      dataFolder: join(nodeFolder, 'data'),
      socketFolder: nodeFolder,
    });
  }
  const passwords = { superuser: password, replication: password };
  const patroniSettings = {
    ...{ postgresFolder: programs.postgresFolder, passwords, replication },
    hasRelays: options.hasRelays ?? false,
  };
  const nodes: DatabaseNode[] = [];
  // Runs after each Patroni has stopped its PostgreSQL. A frozen server, or one whose Patroni was killed, is still there.
  resources.defer(() => {
    for (const node of nodes) {
      const pid = node.postgresPid();
      const all = [...node.postgresProcesses().map((child) => child.pid), ...(pid === null ? [] : [pid])];
      for (const one of all) signalIfRunning(one, 'SIGKILL');
    }
  });
  for (const node of patroniNodes) {
    const file = writeConfiguration(`${node.name}.yml`, renderPatroniConfiguration(node, patroniSettings));
    const patroni = createProcess(node.name, [programs.python, programs.patroni, file]);
    nodes.push(createDatabaseNode(node, patroni));
  }
  for (const node of nodes) node.patroni.start();
  const state = () => readAnyClusterState(nodes.map(({ restPort }) => restPort));
  const waitForDatabase = (timeoutMs: number) =>
    waitUntil(
      'all databases replicate',
      timeoutMs,
      async () => {
        const current = await state();
        return current && isHealthy(current, nodes.length, replication === 'synchronous') ? current : null;
      },
      options.signal,
    );

  const servicePorts = {
    commandApis: await reserveFreePorts(2),
    projectors: await reserveFreePorts(2),
    readApis: await reserveFreePorts(2),
  };
  const haproxyFile = writeConfiguration(
    'haproxy.cfg',
    renderHaproxyConfiguration({
      ports: { edge: edgePort, primary: primaryPort, replica: replicaPort, statistics: statisticsPort },
      databases: patroniNodes.map((node) => ({
        name: node.name,
        postgresPort: node.postgresPortForOthers,
        restPort: node.restPortForOthers,
      })),
      commandApiPorts: servicePorts.commandApis,
      readApiPorts: servicePorts.readApis,
      identityPort,
    }),
  );
  const haproxy = createProcess('haproxy', [programs.haproxy, '-db', '-f', haproxyFile]);
  haproxy.start();
  const identity = await startIdentity(folder, { edgeUrl, proxyPort: identityPort }, options.print);
  resources.defer(identity.stop);

  await waitForDatabase(startTimeoutMs).catch((error: Error) => {
    options.signal?.throwIfAborted();
    throw new Error(`${error.message}\n${nodes.map((node) => node.patroni.lastLines()).join('\n\n')}`);
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
  await promisify(execFile)(process.execPath, [join(root, 'migrations', 'run.ts')], {
    cwd: root,
    env: { ...inheritedEnvironment(), DATABASE_URL: primaryUrl(owner) },
    timeout: startTimeoutMs,
    signal: options.signal,
  });

  print('starting two command-apis, two projectors, two read-apis');
  const services = createServices({
    ...{ folder, edgeUrl, primaryUrl, replicaUrl, masterKey, emulatorAddress: identity.address },
    isSynchronous: replication === 'synchronous',
    ports: servicePorts,
  });
  const allServices = Object.values(services).flat();
  resources.defer(async () => {
    await Promise.all(allServices.map((service) => service.stop(stopTimeoutMs)));
  });
  for (const service of allServices) service.start();
  const waitForServices = async (timeoutMs: number) => {
    await Promise.all(
      Object.values(servicePorts)
        .flat()
        .map((port) =>
          waitUntil(
            `http://127.0.0.1:${port}/readyz is ready`,
            timeoutMs,
            () => isReady(port),
            options.signal,
          ),
        ),
    );
    await waitUntil(
      'the edge reaches the services',
      timeoutMs,
      async () => {
        const answer = await fetch(`${edgeUrl}/courses?limit=1`, { signal: AbortSignal.timeout(3_000) });
        await answer.body?.cancel();
        return answer.ok ? true : null;
      },
      options.signal,
    );
  };
  await waitForServices(startTimeoutMs).catch((error: Error) => {
    options.signal?.throwIfAborted();
    throw new Error(`${error.message}\n${allServices.map((service) => service.lastLines()).join('\n\n')}`);
  });
  return {
    ...{ folder, edgeUrl, masterKey, etcd, nodes, haproxy, services, primaryUrl, replicaUrl, state },
    statisticsUrl: `http://127.0.0.1:${statisticsPort}`,
    relaysOf: ({ name }) => {
      const found = relays.get(name);
      if (!found) throw new Error(`${name} has no relays. Start the cluster with hasRelays.`);
      return found;
    },
    waitUntilHealthy: async (timeoutMs) => {
      await waitForDatabase(timeoutMs);
      await waitForServices(timeoutMs);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
};
