import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { reserveFreePort } from '#platform/free-port.ts';
import { startTcpProxy, type TcpProxy } from '#platform/testing/tcp-proxy.ts';
import { createPgbackrest, type Pgbackrest } from '../backup/pgbackrest.ts';
import { type EtcdNode, etcdArguments } from '../configuration/etcd.ts';
import { type PatroniNode, type Replication, renderPatroniConfiguration } from '../configuration/patroni.ts';
import type { Clocks } from '../machines/clocks.ts';
import { mountSmallDisk, type SmallDisk } from '../machines/small-disk.ts';
import { wrapPostgres } from '../machines/wrap-postgres.ts';
import type { Programs } from '../packages/programs.ts';
import { signalIfRunning } from '../processes/signal-if-running.ts';
import type { SupervisedProcess } from '../processes/supervised-process.ts';
import { waitUntil } from '../processes/wait-until.ts';
import type { Workspace } from '../processes/workspace.ts';
import { type ClusterState, isHealthy, readAnyClusterState } from './cluster-state.ts';
import { createDatabaseNode, type DatabaseNode } from './database-node.ts';

export type DatabasesOptions = {
  workspace: Workspace;
  programs: Programs;
  /** The password of the superuser and of the account for replication. */
  password: string;
  replication: Replication;
  hasRelays: boolean;
  /** Whether the folder of each node is on a small disk, which only root can mount, and each PostgreSQL has a clock of its own. */
  hasDisksAndClocks: boolean;
  clocks: Clocks;
  signal?: AbortSignal | undefined;
};

/** Forwards connections to a port. A blocked relay forwards none. */
type Relay = Pick<TcpProxy, 'block' | 'unblock'>;

/** Three PostgreSQL servers under Patroni, and three etcd nodes. */
export type Databases = {
  etcd: readonly SupervisedProcess[];
  /** The data folders of the etcd nodes, in the order of `etcd`. */
  etcdFolders: readonly string[];
  nodes: readonly DatabaseNode[];
  /** Backups of the nodes; null if `programs` has no pgBackRest. */
  pgbackrest: Pgbackrest | null;
  /** The relays around a node. @throws Error without `hasRelays`. */
  relaysOf(node: DatabaseNode): readonly Relay[];
  /** The disk of a node. @throws Error without `hasDisksAndClocks`. */
  diskOf(node: DatabaseNode): SmallDisk;
  /** Returns the state of the nodes as Patroni reports it; null if no node answers. */
  state(): Promise<ClusterState | null>;
  /** Waits until all nodes replicate. */
  waitUntilHealthy(timeoutMs: number): Promise<void>;
  /**
   * Writes the configuration of a node, which Patroni reads when it starts.
   * @param restoreCommand restores a backup if the node starts a new cluster; null if a new cluster starts empty.
   */
  configure(node: DatabaseNode, restoreCommand: string | null): void;
};

const nodeNumbers = [1, 2, 3] as const;

/** A node uses about 250 MB. The data of a failed node is deleted before the node is copied again, so the disk never holds two copies. */
const smallDiskMegabytes = 768;

const reserveTwoPorts = async (): Promise<[number, number]> => [
  await reserveFreePort(),
  await reserveFreePort(),
];

/** Starts the databases, which stop when the workspace is closed. Does not wait until they are ready. */
export const startDatabases = async (options: DatabasesOptions): Promise<Databases> => {
  const { workspace, programs, password, replication, hasRelays } = options;
  const etcdNodes: EtcdNode[] = [];
  for (const number of nodeNumbers) {
    const name = `etcd-${number}`;
    const [clientPort, peerPort] = await reserveTwoPorts();
    etcdNodes.push({ name, clientPort, peerPort, dataFolder: workspace.createFolder(name) });
  }
  const etcd = etcdNodes.map((node) =>
    workspace.createProcess(node.name, [programs.etcd, ...etcdArguments(node, etcdNodes)]),
  );
  for (const node of etcd) node.start();

  const relays = new Map<string, Relay[]>();
  /** Puts a relay in front of a port, if the cluster has relays. @returns the port of the relay, otherwise the port itself. */
  const addRelay = async (name: string, port: number) => {
    if (!hasRelays) return port;
    const proxy = await startTcpProxy(`tcp://127.0.0.1:${port}`);
    workspace.defer(async () => proxy[Symbol.asyncDispose]());
    relays.set(name, [...(relays.get(name) ?? []), proxy]);
    return Number(new URL(proxy.url).port);
  };
  const disks = new Map<string, SmallDisk>();
  const patroniNodes: PatroniNode[] = [];
  for (const number of nodeNumbers) {
    const name = `postgres-${number}`;
    const [postgresPort, restPort] = await reserveTwoPorts();
    const socketFolder = workspace.createFolder(name);
    if (options.hasDisksAndClocks) {
      const disk = mountSmallDisk(socketFolder, workspace.account, smallDiskMegabytes);
      workspace.defer(disk.unmount);
      disks.set(name, disk);
    }
    const etcdPorts: number[] = [];
    for (const { clientPort } of etcdNodes) etcdPorts.push(await addRelay(name, clientPort));
    patroniNodes.push({
      ...{ name, postgresPort, restPort, etcdPorts, socketFolder },
      postgresPortForOthers: await addRelay(name, postgresPort),
      restPortForOthers: await addRelay(name, restPort),
      dataFolder: join(socketFolder, 'data'),
    });
  }
  const postgresFolders = new Map(
    options.hasDisksAndClocks
      ? patroniNodes.map(({ name }) => [
          name,
          wrapPostgres(workspace, options.clocks, name, programs.postgresFolder),
        ])
      : [],
  );
  const pgbackrest =
    programs.pgbackrest === null
      ? null
      : createPgbackrest({
          ...{ workspace, program: programs.pgbackrest, nodes: patroniNodes },
          cipherPassword: randomBytes(32).toString('base64url'),
          superuserPassword: password,
        });
  const configure = (node: PatroniNode, restoreCommand: string | null): string =>
    workspace.writeConfiguration(
      `${node.name}.yml`,
      renderPatroniConfiguration(node, {
        ...{ replication, hasRelays, restoreCommand },
        postgresFolder: postgresFolders.get(node.name) ?? programs.postgresFolder,
        passwords: { superuser: password, replication: password },
        archive: pgbackrest && {
          archive: pgbackrest.commandLine(node, 'archive-push', '%p'),
          restore: pgbackrest.commandLine(node, 'archive-get', '%f', '%p'),
        },
      }),
    );

  const nodes: DatabaseNode[] = [];
  // Runs after all Patroni processes have ended. At that point, a PostgreSQL server that is frozen, or whose Patroni was killed, may still
  // be running.
  workspace.defer(() => {
    for (const node of nodes) killPostgres(node);
  });
  for (const node of patroniNodes) {
    const command = [programs.python, programs.patroni, configure(node, null)] as const;
    nodes.push(createDatabaseNode(node, workspace.createProcess(node.name, command)));
  }
  for (const node of nodes) node.patroni.start();

  const state = () => readAnyClusterState(nodes.map(({ restPort }) => restPort));
  return {
    ...{ etcd, nodes, pgbackrest, state },
    etcdFolders: etcdNodes.map(({ dataFolder }) => dataFolder),
    relaysOf: ({ name }) => {
      const found = relays.get(name);
      if (!found) throw new Error(`${name} has no relays. Start the cluster with hasRelays.`);
      return found;
    },
    diskOf: ({ name }) => {
      const disk = disks.get(name);
      if (!disk) throw new Error(`${name} has no disk of its own. Start the cluster with hasDisksAndClocks.`);
      return disk;
    },
    configure,
    waitUntilHealthy: async (timeoutMs) => {
      await waitUntil(
        'all databases replicate',
        timeoutMs,
        async () => {
          const current = await state();
          return current && isHealthy(current, nodes.length, replication === 'synchronous') ? current : null;
        },
        options.signal,
      );
    },
  };
};

/** Kills PostgreSQL and its child processes at once. Does nothing if PostgreSQL is not running. */
export const killPostgres = (node: DatabaseNode): void => {
  const pid = node.postgresPid();
  for (const child of node.postgresProcesses()) signalIfRunning(child.pid, 'SIGKILL');
  if (pid !== null) signalIfRunning(pid, 'SIGKILL');
};
